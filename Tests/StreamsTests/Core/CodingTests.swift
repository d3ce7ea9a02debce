import Foundation
import Streams
import TestSupport
import Testing

/// Demands, completions and recordings are encoded as Combine encodes them.
@Suite struct CodingTests {
    struct Oops: Error, Codable, Equatable {
        let code: Int
    }

    private func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private func decoded<T: Decodable>(_ json: String) throws -> T {
        try JSONDecoder().decode(T.self, from: Data(json.utf8))
    }

    @Test func demandIsANumber() throws {
        #expect(try json([Subscribers.Demand.max(42), .unlimited]) == "[42,9223372036854775808]")
        #expect(try decoded("[42,9223372036854775808]") == [Subscribers.Demand.max(42), .unlimited])
        #expect(throws: (any Error).self) { try decoded("[-1]") as [Subscribers.Demand] }
    }

    @Test func completionSaysWhetherItIsASuccess() throws {
        typealias Completion = Subscribers.Completion<Oops>
        #expect(try json(Completion.finished) == #"{"success":true}"#)
        #expect(try json(Completion.failure(Oops(code: 7))) == #"{"error":{"code":7},"success":false}"#)
        #expect(try decoded(#"{"success":true}"#) == Completion.finished)
        #expect(try decoded(#"{"success":false,"error":{"code":7}}"#) == Completion.failure(Oops(code: 7)))
        #expect(throws: (any Error).self) { try decoded(#"{"success":false}"#) as Completion }
    }

    @Test func recordHasItsOutputAndCompletion() throws {
        let record = Record<Int, Oops>(output: [1, 2], completion: .finished)
        #expect(try json(record) == #"{"recording":{"completion":{"success":true},"output":[1,2]}}"#)
        #expect(try decoded(json(record)) == record)
    }

    @Test func numbersAreComparedWithDemands() {
        let two = Subscribers.Demand.max(2)
        #expect(2 == two && 3 != two && two != 3 && !(two != 2))
        #expect(1 < two && 2 <= two && 2 >= two && 3 > two)
        #expect(!(2 < two) && !(3 <= two) && !(1 >= two) && !(2 > two))
        let unlimited = Subscribers.Demand.unlimited
        #expect(Int.max < unlimited && !(Int.max >= unlimited) && Int.max != unlimited && unlimited != .max)
    }
}
