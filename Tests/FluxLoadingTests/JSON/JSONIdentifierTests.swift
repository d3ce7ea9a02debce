import Foundation
import Testing

@testable import FluxLoading

struct JSONIdentifierTests {
    private func identifier(_ text: String) throws -> JSONIdentifier {
        try #require(try JSONText(Data(text.utf8)).identifier)
    }

    @Test(arguments: [
        "0", "-7", "9007199254740993", "1000000000000000001",
        "123456789012345678901234567890123456789012345678901",
        "1e400", "0.1",
    ])
    func numbersAreKeptAsReceived(number: String) throws {
        #expect(try identifier(number).description == number)
    }

    @Test(arguments: [
        ("10", "1e1"), ("10.0", "10"), ("0", "-0"), ("0e5", "0"), ("120e-1", "1.2E+1"), ("-1", "-1.0"),
    ])
    func numbersOfTheSameValueAreEqual(one: String, other: String) throws {
        #expect(try identifier(one) == identifier(other))
        #expect(try identifier(one).hashValue == identifier(other).hashValue)
    }

    @Test(arguments: [
        ("10000000000000000001", "10000000000000000002"), ("1", "-1"), ("1", "1e1"),
        ("1e99999999999999999999", "1"),
        ("0.1", "0.10000000000000000001"),
    ])
    func numbersOfOtherValuesDiffer(one: String, other: String) throws {
        #expect(try identifier(one) != identifier(other))
    }

    /// Found by `.ci/fuzz`: such exponents trapped.
    @Test(arguments: [
        "0.1e-9223372036854775808", "10e9223372036854775807", "-100.5E+9223372036854775806",
        "1e-99999999999999999999",
    ])
    func numberWithAnyExponentIsAnIdentifier(number: String) throws {
        let found = try identifier(number)
        #expect(found.description == number)
        #expect(found == found && found != .number(JSONNumber(literal: "1")))
        #expect(try JSONText(Data(number.utf8)).integer == nil)
    }

    @Test func textsAreComparedByCodePoints() throws {
        let (composed, decomposed) = try (identifier("\"\u{e9}\""), identifier("\"e\u{301}\""))
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed, try identifier(#""\u00e9""#)]).count == 2)
        #expect(try identifier("\"7\"") != identifier("7"))
    }

    @Test(arguments: [
        ("7", "[7]"), ("\"007\"", "[\"007\"]"), ("12345678901234567890123", "[12345678901234567890123]"),
        ("1e400", "[\"1e400\"]"),
    ])
    func identifiersAreEncodedWithTheirTypeWhereAnEncoderCan(text: String, expected: String) throws {
        #expect(String(decoding: try JSONEncoder().encode([identifier(text)]), as: UTF8.self) == expected)
    }

    @Test(arguments: [("7", 7), ("-7.0", -7), ("1e3", 1000), ("\"12\"", 12)])
    func wholeNumbersAreRead(text: String, value: Int) throws {
        #expect(try JSONText(Data(text.utf8)).integer == value)
    }

    @Test(arguments: ["1.5", "9223372036854775808", "1e400", "\"x\"", "null", "true"])
    func otherValuesAreNoWholeNumbers(text: String) throws {
        #expect(try JSONText(Data(text.utf8)).integer == nil)
    }

    /// An identifier of megabytes is hashed and compared in about the time of reading its bytes, and not a
    /// thousand times that of one of a thousandth of its size.
    @Test(arguments: ["1", "a"])
    func timeGrowsWithTheSizeOnly(character: String) throws {
        func time(_ count: Int, rounds: Int) throws -> Duration {
            let text = String(repeating: character, count: count)
            let one = try identifier(character == "1" ? text : "\"\(text)\"")
            let other = try identifier(character == "1" ? text : "\"\(text)\"")
            return try ContinuousClock().measure {
                for _ in 0..<rounds {
                    #expect([one: 1][other] == 1)
                    _ = try JSONEncoder().encode([one])
                }
            }
        }
        _ = try time(5_000, rounds: 10)
        let small = try time(5_000, rounds: 400)
        #expect(try time(2_000_000, rounds: 1) < small * 8)
    }
}
