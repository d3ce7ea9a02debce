import Foundation
import Testing

@testable import FluxLoading

struct JSONSettingTests {
    @Test(arguments: [
        ("{}", "a", #"{"a":7}"#), (#"{"b":1}"#, "a", #"{"a":7,"b":1}"#),
        (#"{ "a" : [1] }"#, "a", #"{ "a" : 7 }"#),
        (#"{"a":1,"a":2}"#, "a", #"{"a":1,"a":7}"#),
        (#"{"a":{"b":1,"c":2}}"#, "a.c", #"{"a":{"b":1,"c":7}}"#),
        (#"{"a":null}"#, "a.b.c", #"{"a":{"b":{"c":7}}}"#), (#"{"z":0}"#, "a.b", #"{"a":{"b":7},"z":0}"#),
        (#"{"\u0061":1}"#, "a", #"{"\u0061":7}"#), ("{ }", #"a\.b"#, #"{"a.b":7 }"#),
        (" {}\n", "a", " {\"a\":7}\n"), ("{\"e\u{301}\":1}", "é", "{\"é\":7,\"e\u{301}\":1}"),
        (#"{"\ud800":1}"#, "a", #"{"a":7,"\ud800":1}"#),
        (#"{"a":[{}, null]}"#, "a.0", #"{"a":[7, null]}"#),
        (#"{"a":[{},{"b":1}]}"#, "a.1.b", #"{"a":[{},{"b":7}]}"#),
        (#"{"a":[{}, null]}"#, "a.1.b", #"{"a":[{}, {"b":7}]}"#),
    ])
    func memberIsReplacedOrAdded(body: String, path: JSONPath, expected: String) throws {
        let set = try JSONText(Data(body.utf8)).setting(path, to: "7")
        #expect(Array(set) == Array(expected.utf8), "\(String(decoding: set, as: UTF8.self))")
    }

    @Test(arguments: [
        ("[]", "a", "the body"), (#"{"a":[{}]}"#, "a.1", "'a'"), (#"{"a":[{}]}"#, "a.b", "'a'"),
        (#"{"a":{"b":""}}"#, "a.b.c", "'a.b'"),
    ])
    func valueOnTheWayThatHasNoPlaceIsNamed(body: String, path: JSONPath, place: String) throws {
        let text = try JSONText(Data(body.utf8))
        let error = #expect(throws: JSONMismatch.self) { try text.setting(path, to: "7") }
        #expect(error?.description.hasPrefix("\(place) of the request's body is ") == true)
    }

    @Test(arguments: ["", "a\"\\/", "\0\u{1F}\u{7F}\n", "é\u{2028}😀"])
    func literalOfATextIsReadBack(text: String) throws {
        let literal = Data(text.jsonLiteral.utf8)
        #expect(try JSONText(literal).string == text)
        #expect(try JSONDecoder().decode(String.self, from: literal) == text)
    }
}
