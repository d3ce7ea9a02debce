import Foundation
import Testing

@testable import Demo

struct JSONValueTests {
    private func read(_ text: String) throws -> JSONValue {
        try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    }

    @Test func everyTypeOfValueIsRead() throws {
        #expect(
            try read(#"{"a":[1,true,false,null,"x",{}],"b":0}"#)
                == .object([
                    "a": .array([
                        .number(1), .boolean(true), .boolean(false), .null, .text("x"), .object([:]),
                    ]),
                    "b": .number(0),
                ]))
    }

    @Test func typesAreNotConverted() throws {
        #expect(try read("1") == .number(1))
        #expect(try read("0") == .number(0))
        #expect(try read(#""1""#) == .text("1"))
        #expect(try read(#""true""#) == .text("true"))
    }

    @Test(arguments: [
        "0", "-7", "9007199254740993", "12345678901234567890", "123456789012345678901234567890", "1.5", "0.1",
    ])
    func identifiersAreEncodedAsTheyWereRead(number: String) throws {
        let id = try #require(ItemID(try read(number)))
        #expect(id.description == number)
        #expect(String(decoding: try JSONEncoder().encode([id]), as: UTF8.self) == "[\(number)]")
    }

    @Test func textIdentifierIsEncodedAsText() throws {
        let id = try #require(ItemID(try read(#""007""#)))
        #expect(id.description == "007")
        #expect(String(decoding: try JSONEncoder().encode([id]), as: UTF8.self) == #"["007"]"#)
        #expect(ItemID(.number(7)) != ItemID(.text("7")))
    }

    @Test(arguments: [JSONValue.null, .boolean(true), .array([]), .object([:])])
    func onlyNumbersAndTextsAreIdentifiers(value: JSONValue) {
        #expect(ItemID(value) == nil)
    }
}
