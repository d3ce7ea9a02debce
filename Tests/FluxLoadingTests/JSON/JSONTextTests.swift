import Foundation
import Testing

@testable import FluxLoading

struct JSONTextTests {
    private func read(_ text: String) throws -> JSONText { try JSONText(Data(text.utf8)) }

    private func raw(_ value: JSONText) -> String { value.withBytes { String(decoding: $0, as: UTF8.self) } }

    @Test func elementsKeepTheirBytes() throws {
        let items = [#"{"id": 1,  "x":[ ]}"#, "1e400", #""\ud800""#, "-0", "null", "[[1], {}]", #""é\n""#]
        let body = try read(" [" + items.joined(separator: " ,\n") + "]\n")
        #expect(body.elements.map(raw) == items)
        #expect(body.elements.map(\.kind) == [.object, .number, .string, .number, .null, .array, .string])
    }

    @Test func membersAreReadInOrder() throws {
        let body = try read(#"{"a":1,"b":{"c":[true,false]},"a":2,"\u0064":"x"}"#)
        #expect(body.members.map(\.name) == ["a", "b", "a", "d"])
        #expect(body["a"]?.integer == 1)
        #expect(body["d"]?.string == "x")
        #expect(try body.value(at: "b.c.1")?.boolean == false)
        #expect(body["e"] == nil)
    }

    @Test(arguments: [
        ("", 0), (" ", 0), ("[1,]", 3), ("[1 2]", 3), ("{\"a\" 1}", 5), ("{a:1}", 1), ("{\"a\":1,}", 7),
        ("01", 1), ("-", 1), ("1.", 2), ("1e", 2), (".5", 0), ("+1", 0), ("tru", 3), ("nul1", 3), ("NaN", 0),
        ("\"a", 2), ("\"\\x\"", 2), ("\"\\u12g4\"", 5), ("\"a\nb\"", 2), ("[", 1), ("]", 0), ("[1}", 2),
        ("{\"a\":1]", 6), ("<p>", 0), ("[1]]", 3), ("'a'", 0), ("// x", 0), ("{\"a\":1 \"b\":2}", 7),
        ("{} {}", 3),
    ])
    func errorNamesTheFirstBadByte(text: String, byte: Int) {
        let error = #expect(throws: JSONSyntaxError.self) { try read(text) }
        #expect(error?.byte == byte, "\(error.map { "\($0)" } ?? "")")
    }

    @Test(arguments: [
        [0x80], [0xC0, 0x80], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
        [0xFF],
        [0xF0, 0x80, 0x80, 0x80], [0xE2, 0x82],
    ])
    func invalidUTF8IsRefused(bytes: [UInt8]) {
        let error = #expect(throws: JSONSyntaxError.self) {
            try JSONText(Data([0x22, 0x61] + bytes + [0x22]))
        }
        #expect(error == JSONSyntaxError(byte: 2, reason: "invalid UTF-8"))
    }

    @Test func everyWellFormedScalarIsAccepted() throws {
        for value in stride(from: UInt32(0x80), through: 0x10FFFF, by: 61) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            #expect(try read("\"\(scalar)\"").string == String(scalar))
        }
    }

    @Test func specialCharacterIsFoundAtEachPlaceOfAString() throws {
        for length in 0..<20 {
            for place in 0...length {
                let (start, rest) = (
                    String(repeating: "a", count: place), String(repeating: "b", count: length - place)
                )
                for text in ["\\n", "\\u00e9", "é", "€", "😀", "\u{7f}", "!", "#", "[", "]", " "] {
                    #expect(
                        raw(try read("[\"\(start)\(text)\(rest)\"]").elements[0])
                            == "\"\(start)\(text)\(rest)\"")
                }
                for text in ["\\x", "\u{1f}"] {
                    let error = #expect(throws: JSONSyntaxError.self) {
                        try read("\"\(start)\(text)\(rest)\"")
                    }
                    #expect(error?.byte == start.utf8.count + text.utf8.count)
                }
                let invalid = Data("\"\(start)".utf8) + [0x80] + Data("\(rest)\"".utf8)
                #expect(throws: JSONSyntaxError.self) { try JSONText(invalid) }
                #expect(throws: JSONSyntaxError.self) { try read("\"\(start)\"\(rest)\"") }
            }
        }
    }

    @Test(arguments: [("", ""), ("{\"items\":", "}")])
    func nestingInItemsIsLimited(start: String, end: String) throws {
        let outer = start.isEmpty ? 2 : 3
        func items(_ depth: Int) -> String {
            start + "[{\"a\":" + String(repeating: "[", count: depth - outer)
                + String(repeating: "]", count: depth - outer) + "},{}]" + end
        }
        #expect(try read(items(512)).kind == (start.isEmpty ? .array : .object))
        let error = #expect(throws: JSONSyntaxError.self) { try read(items(513)) }
        #expect(error?.reason == "more than 512 nested values")
    }

    @Test func nestingIsLimited() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try read(nested(512))
        let error = #expect(throws: JSONSyntaxError.self) { try read(nested(513)) }
        #expect(error == JSONSyntaxError(byte: 512, reason: "more than 512 nested values"))
        #expect(throws: JSONSyntaxError.self) { try read(String(repeating: "{\"a\":", count: 1_000_000)) }
    }

    @Test(arguments: [
        (#""\u00e9""#, "é"), (#""\ud83d\ude00""#, "😀"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"),
        ("\"e\u{301}\"", "e\u{301}"), (#""a\u0000b""#, "a\0b"),
    ])
    func stringsAreUnescaped(text: String, expected: String) throws {
        #expect(try read(text).string?.unicodeScalars.elementsEqual(expected.unicodeScalars) == true)
    }

    @Test(arguments: [#""\ud800""#, #""\udc00""#, #""\ud800x""#, #""\ud800\n""#, #""\ud800\ud800""#])
    func stringWithALoneSurrogateIsNoText(text: String) throws {
        #expect(try read(text).string == nil)
        #expect(try read(text).identifier == nil)
    }

    @Test func lineHasNoBreaks() throws {
        var line: [UInt8] = []
        try read("{\n\"a\":\r\n1,\t\"b\":\"x\\n\"}").appendLine(to: &line)
        #expect(String(decoding: line, as: UTF8.self) == "{ \"a\":  1,\t\"b\":\"x\\n\"}")
    }

    // MARK: Forms of bodies

    @Test(arguments: [
        String.Encoding.utf8, .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian,
    ])
    func everyEncodingIsReadWithAndWithoutAMark(encoding: String.Encoding) throws {
        for mark in ["", "\u{FEFF}"] {
            let data = try #require((mark + #"{"é":"😀"}"#).data(using: encoding))
            #expect(try JSONText(data)["é"]?.string == "😀")
        }
    }

    @Test func malformedUTF16IsRefused() {
        let error = #expect(throws: JSONSyntaxError.self) {
            try JSONText(Data([0xFF, 0xFE, 0x22, 0, 0, 0xD8, 0x22, 0]))
        }
        #expect(error?.reason == "invalid UTF-16")
    }

    @Test func valuesOnLinesAreAnArray() throws {
        let body = try read("{\"a\":1}\r\n{\"a\":2}\n\n[3]\n")
        #expect(body.kind == .array)
        #expect(body.elements.map(raw) == ["{\"a\":1}", "{\"a\":2}", "[3]"])
        #expect(try body.value(at: "1.a")?.integer == 2)
        #expect(try read("\u{1E}{}\n\u{1E}{}\n").elements.count == 2)
    }

    @Test(arguments: [("{\"a\":\n1}\n[2,\r\n3]\n", "[{\"a\": 1},[2,  3]]"), ("7\n8", "[7,8]"), ("", "[]")])
    func valuesOnLinesAreOneLineAsAnArray(body: String, text: String) throws {
        var line: [UInt8] = []
        try JSONText(Data(body.utf8), isLines: true).appendLine(to: &line)
        #expect(String(decoding: line, as: UTF8.self) == text)
    }

    @Test func oneLineOrNoneIsAnArrayIfTheBodyIsSaidToHaveLines() throws {
        #expect(try JSONText(Data("{\"a\":1}".utf8), isLines: true).elements.map(raw) == ["{\"a\":1}"])
        #expect(try JSONText(Data(), isLines: true).elements.isEmpty)
    }

    @Test func sliceOfDataIsRead() throws {
        #expect(try JSONText(Data("xx[1,2]".utf8).dropFirst(2)).elements.map(raw) == ["1", "2"])
    }

    // MARK: Paths

    @Test(arguments: ["other", "none", "none.x", "other.x", "images.2", "images.2.url", "images.0.title"])
    func missingOrNullValueIsNil(path: String) throws {
        let body = try read(#"{"name":"x","none":null,"images":[{"url":"a"},{"url":"b"}]}"#)
        #expect(try body.value(at: #require(JSONPath(path))) == nil)
    }

    @Test(arguments: [
        ("name.first", "'name' is text, which has no 'first'"),
        ("images.url", "'images' is an array, which has no 'url'"),
        ("images.-1", "'images' is an array, which has no '-1'"),
        ("images.0.url.x", "'images.0.url' is text, which has no 'x'"),
    ])
    func errorSaysWhichStepHasAnotherType(path: String, message: String) throws {
        let body = try read(#"{"name":"x","images":[{"url":"a"}]}"#)
        let path = try #require(JSONPath(path))
        let error = #expect(throws: JSONMismatch.self) { try body.value(at: path) }
        #expect(error?.description == message)
    }
}
