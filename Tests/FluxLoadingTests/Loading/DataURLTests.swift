import Foundation
import Testing

@testable import FluxLoading

struct DataURLTests {
    private func text(_ url: String) -> String? {
        DataURL(url).map { String(decoding: $0.body, as: UTF8.self) }
    }

    @Test(arguments: [
        ("data:,hello", "hello"), ("data:text/plain,a%20b%2Cc", "a b,c"), ("DATA:;base64,aGVsbG8=", "hello"),
        ("data:image/png;BASE64,aGVsbG8", "hello"), ("data:;base64,aGVs%0AbG8%3D", "hello"), ("data:,", ""),
        ("data:text/plain; base64,aGVsbG8=", "hello"), ("data:;a=b;%20base64 ,aGVsbG8=", "hello"),
        ("data:base64,aGVsbG8=", "aGVsbG8="), ("data:;base64;a,aGVsbG8=", "aGVsbG8="),
        ("data:,100%", "100%"), ("data:,%zz%+1", "%zz%+1"), ("data:,a#fragment", "a"), ("data:,é", "é"),
    ])
    func plainAndBase64DataIsRead(url: String, expected: String) {
        #expect(text(url) == expected)
    }

    @Test(arguments: ["data:hello", "dat:,a", "", "data:;base64,a", "data:;base64,????"])
    func malformedDataURLsAreRefused(url: String) {
        #expect(DataURL(url) == nil)
    }

    @Test func mediaTypeIsRead() {
        #expect(DataURL("data:image/png;base64,")?.mediaType == "image/png")
        #expect(DataURL("data:image/png;%20base64,")?.mediaType == "image/png")
        #expect(DataURL("data:text/plain;charset=utf-8,a")?.mediaType == "text/plain;charset=utf-8")
        #expect(DataURL("data:,a")?.mediaType == nil)
    }
}
