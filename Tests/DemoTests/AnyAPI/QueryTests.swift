import Foundation
import Testing

@testable import Demo

struct QueryTests {
    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    @Test(arguments: [
        ("http://h/a", "page", "2", "http://h/a?page=2"),
        ("http://h/a?x=1", "page", "2", "http://h/a?x=1&page=2"),
        ("http://h/a?page=1&x=1&page=9", "page", "2", "http://h/a?x=1&page=2"),
        ("http://h/a?q=%2B%20b", "page", "2", "http://h/a?q=%2B%20b&page=2"),
        ("http://h/a", "c", "a+b/c=&d e#ü", "http://h/a?c=a%2Bb%2Fc%3D%26d%20e%23%C3%BC"),
        ("http://h/a", "page[number]", "2", "http://h/a?page%5Bnumber%5D=2"),
        ("http://h/a?page%5Bnumber%5D=1", "page[number]", "2", "http://h/a?page%5Bnumber%5D=2"),
        ("http://h", "page", "2", "http://h?page=2"),
        ("http://h/a#part", "page", "2", "http://h/a?page=2#part"),
        ("http://h/a?", "page", "2", "http://h/a?page=2"),
    ])
    func parameterIsSet(address: String, name: String, value: String, result: String) throws {
        #expect(try url(address).setting(name, to: value).absoluteString == result)
    }

    @Test(arguments: [
        ("http://h/a?page=7", 7), ("http://h/a?page=0", 0), ("http://h/a?page=1&page=2", 2),
        ("http://h/a", nil),
        ("http://h/a?page=", nil), ("http://h/a?page=x", nil), ("http://h/a?page=-1", nil),
        ("http://h/a?page=9223372036854775807", nil), ("http://h/a?pages=7", nil),
    ])
    func numberOfAParameterIsRead(address: String, number: Int?) throws {
        #expect(try url(address).number(inQuery: "page") == number)
    }
}
