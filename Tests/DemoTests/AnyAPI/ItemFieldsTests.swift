import Flux
import Foundation
import Testing

@testable import Demo

struct ItemFieldsTests {
    private func item(_ text: String, _ fields: ItemFields = ItemFields()) throws -> AnyItem {
        let page = try #require(URL(string: "http://h/a/b?page=2"))
        return try fields.item(JSONText(Data(text.utf8)), of: page, from: page)
    }

    @Test(arguments: [
        (#"{"id":1,"title":"t","name":"n"}"#, "t"), (#"{"id":1,"name":"n","login":"l"}"#, "n"),
        (#"{"id":1,"login":"l"}"#, "l"), (#"{"id":1}"#, "1"), (#"{"id":1,"title":"","name":"n"}"#, "n"),
        (#"{"id":1,"title":{"rendered":"t"},"name":"n"}"#, "n"), (#"{"id":1,"title":null}"#, "1"),
    ])
    func titleIsFoundUnderUsualNames(text: String, title: String) throws {
        #expect(try item(text).title == title)
    }

    @Test(arguments: [
        (String(repeating: "a", count: 200_000), String(repeating: "a", count: 39) + "…"),
        (String(repeating: "漢", count: 200_000), String(repeating: "漢", count: 19) + "…"),
        (String(repeating: "a", count: 40), String(repeating: "a", count: 40)),
        (String(repeating: "漢", count: 20), String(repeating: "漢", count: 20)),
    ])
    func longTitleIsCutByItsWidth(title: String, shown: String) throws {
        #expect(try item("{\"id\":1,\"title\":\"\(title)\"}").title == shown)
    }

    @Test func titleOfOneCharacterWithManyMarksIsCut() throws {
        let title = "a" + String(repeating: "\u{301}", count: 200_000)
        #expect(try item("{\"id\":1,\"title\":\"\(title)\"}").title.unicodeScalars.count < 400)
    }

    @Test(arguments: [
        (#"{"id":1,"avatar_url":"http://i/1.png"}"#, "http://i/1.png"),
        (#"{"id":1,"image":"/i/1.png"}"#, "http://h/i/1.png"),
        (#"{"id":1,"thumbnail":"1.png"}"#, "http://h/a/1.png"),
        (#"{"id":1,"image":null}"#, nil), (#"{"id":1,"image":""}"#, nil), (#"{"id":1,"image":7}"#, nil),
        (#"{"id":1,"image":{"url":"1.png"}}"#, nil), (#"{"id":1}"#, nil),
        (#"{"id":1,"image":"file:///etc/passwd"}"#, nil), (#"{"id":1,"image":"data:,x"}"#, nil),
    ])
    func imageIsFoundUnderUsualNames(text: String, address: String?) throws {
        #expect(try item(text).imageURL?.absoluteString == address)
    }

    @Test func imagesOfPrivateHostsAreLeftOutUnlessTheAPIIsThere() throws {
        let (home, away) = (
            try #require(URL(string: "http://127.0.0.1/")), try #require(URL(string: "https://example.org/"))
        )
        let value = try JSONText(Data(#"{"id":1,"image":"http://10.0.0.1/1.png"}"#.utf8))
        #expect(try ItemFields().item(value, of: away, from: away).imageURL == nil)
        #expect(try ItemFields().item(value, of: home, from: away).imageURL == nil)
        #expect(try ItemFields().item(value, of: home, from: home).imageURL != nil)
    }

    @Test func fieldsAreFoundByPath() throws {
        let fields = ItemFields(
            id: JSONPath(steps: ["user", "key"]), title: JSONPath("names.1"),
            image: JSONPath("pictures[0].url"))
        let item = try item(
            #"{"user":{"key":"k"},"names":["a","b"],"pictures":[{"url":"http://i/"}],"id":1,"title":"t"}"#,
            fields)
        #expect(item == AnyItem(id: .text("k"), title: "b", imageURL: URL(string: "http://i/")))
    }

    @Test(arguments: ["_id", "uuid", "guid"])
    func identifierMayHaveAnotherUsualName(name: String) throws {
        #expect(try item("{\"\(name)\":\"k\",\"id\":null}").id == .text("k"))
        #expect(try item("{\"\(name)\":\"k\",\"id\":7}").id.description == "7")
        let given = ItemFields(id: "id")
        let error = #expect(throws: JSONMismatch.self) { try item("{\"\(name)\":\"k\"}", given) }
        #expect(error?.description == "no 'id'")
    }

    @Test func onlyTheIdentifierIsRequired() throws {
        let fields = ItemFields(title: JSONPath("label.en"), image: JSONPath("image.url"))
        #expect(try item(#"{"id":1,"title":"t","image":null}"#, fields).title == "1")
        #expect(try item(#"{"id":1,"label":{"en":7}}"#, fields).title == "7")
    }

    @Test(arguments: [
        ("7", "it is a number, not an object"), ("null", "it is null, not an object"),
        ("{}", "no 'id' (--id names another field)"), (#"{"id":null}"#, "no 'id' (--id names another field)"),
        (#"{"id":true}"#, "'id' is a boolean, neither a number nor text"),
        (#"{"id":[1]}"#, "'id' is an array, neither a number nor text"),
        (#"{"id":1,"name":{"en":"n"}}"#, "'name' is an object, not text"),
        (#"{"id":1,"picture":["p"]}"#, "'picture' is an array, not a URL"),
        (#"{"id":1,"picture":7}"#, "'picture' is a number, not a URL"),
        (#"{"id":"\ud800"}"#, "'id' has a lone surrogate"),
        (#"{"id":1,"name":"\udc00"}"#, "'name' has a lone surrogate"),
    ])
    func errorSaysWhatIsWrong(text: String, message: String) {
        let fields = ItemFields(title: JSONPath("name"), image: JSONPath("picture"))
        let error = #expect(throws: JSONMismatch.self) { try item(text, fields) }
        #expect(error?.description == message)
    }

    /// What a server sends is printed on a terminal.
    @Test func titleHasNoLineBreaksOrControlCharacters() throws {
        #expect(try item(#"{"id":1,"title":"a\nb\u001b[31mc\u202ed\u2028e"}"#).title == "a b [31mc d e")
        let long = try item(#"{"id":1,"title":"\#(String(repeating: "x", count: 99))"}"#).title
        #expect(long == String(repeating: "x", count: 39) + "…")
    }
}
