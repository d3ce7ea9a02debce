import Foundation
import Testing

@testable import LoopbackServer

struct ListServiceTests {
    private func page(_ list: ListService, _ target: String) throws -> HTTPResponse {
        list.respond(to: try HTTPRequest(target: target, headers: ["Host": "h"]))
    }

    private func text(_ list: ListService, _ target: String) throws -> String {
        String(decoding: try page(list, target).body, as: UTF8.self)
    }

    private func item(_ id: Int) -> String { #"{"id":\#(id),"name":"item \#(id)"}"# }

    private func list(_ shape: ListShape, fault: ListFault? = nil) -> ListService {
        ListService(count: 3, as: shape, pageSize: 1, fault: fault)
    }

    @Test func pagesHaveTheFormOfTheirShape() throws {
        let two = item(2)
        #expect(
            try text(list(.numbered), "/a?page=2")
                == #"{"count":3,"next":"http://h/a?page=3","previous":"http://h/a?page=1","results":[\#(two)]}"#
        )
        #expect(
            try text(list(.offset), "/a?offset=1")
                == #"{"count":3,"next":"http://h/a?limit=1&offset=2","previous":"http://h/a?limit=1&offset=0","results":[\#(two)]}"#
        )
        #expect(
            try text(list(.cursor), "/a?cursor=r%3D1%2B%2F%26")
                == #"{"next":"http://h/a?cursor=r%3D2%2B%2F%26","previous":"http://h/a?cursor=r%3D0%2B%2F%26","results":[\#(two)]}"#
        )
        #expect(
            try text(list(.token), "/a?_next=1")
                == #"{"rows":[\#(two)],"next":"2","next_url":"http://h/a?_next=2"}"#)
        #expect(
            try text(list(.totals), "/a?page=2")
                == #"{"items":[\#(two)],"total":3,"page":2,"size":1,"pages":3}"#)
        #expect(
            try text(list(.cursors), "/a?cursor=r%3D1%2B%2F%26")
                == #"{"items":[\#(two)],"next_page":"r=2+/&","previous_page":"r=0+/&"}"#)
        #expect(try text(list(.since), "/a?since=1") == "[\(two)]")
        #expect(try text(list(.linked), "/a?page=2") == "[\(two)]")
        #expect(try page(list(.linked), "/a?page=2").headers["Link"] == #"<http://h/a?page=3>; rel="next""#)
    }

    /// The target and the `Host` field of a request are repeated in bodies and fields.
    @Test(arguments: ListShape.allCases)
    func addressesAreEscaped(shape: ListShape) throws {
        let request = try HTTPRequest(
            target: "/a%2Fb/\"\\<é> ?\(shape.sizeParameter)=1", headers: ["Host": "h\"\\>:80"])
        let response = list(shape).respond(to: request)
        let body = try JSONSerialization.jsonObject(with: response.body) as? [String: Any]
        let link = response.headers["Link"]?.dropFirst().split(separator: ">", maxSplits: 1).first
        let address = link.map(String.init) ?? (body?["next_url"] ?? body?["next"]) as? String
        let start = "http://h%22%5C%3E:80/a%2Fb/%22%5C%3C%C3%A9%3E%20?"
        switch shape {
        case .totals, .cursors, .since: #expect(address == nil)
        default: #expect(address?.hasPrefix(start) == true, "\(address ?? "")")
        }
        #expect(address.map { URL(string: $0, encodingInvalidCharacters: false) != nil } ?? true)
    }

    @Test(arguments: ListShape.allCases)
    func lastPageNamesNoNext(shape: ListShape) throws {
        let whole = ListService(count: 3, as: shape)
        #expect(try page(whole, "/").headers["Link"] == nil)
        let body = try text(whole, "/")
        #expect(body.contains("\(item(1)),\(item(2)),\(item(3))"))
        #expect(!body.contains("http"))
    }

    @Test(arguments: ListShape.allCases)
    func pageSizeInTheQueryCounts(shape: ListShape) throws {
        let body = try text(ListService(count: 30, as: shape), "/?\(shape.sizeParameter)=20")
        #expect(body.contains(item(20)))
        #expect(!body.contains(item(21)))
    }

    @Test func numberedPageBeyondTheLastIsNotFound() throws {
        #expect(try page(list(.numbered), "/?page=4").status == 404)
        #expect(try page(ListService(count: 0, as: .numbered), "/").status == 200)
        #expect(try text(list(.totals), "/?page=\(Int.max)").contains(#""items":[]"#))
        #expect(try text(list(.linked), "/?page=\(Int.min)") == "[\(item(1))]")
    }

    @Test func faultsOfTheList() throws {
        #expect(try text(list(.linked, fault: .repeatingRow), "/?page=2") == "[\(item(1)),\(item(2))]")
        #expect(try text(list(.linked, fault: .samePage), "/?page=3") == "[\(item(1))]")
        let cyclic = list(.linked, fault: .cycle(after: 2))
        #expect(try page(cyclic, "/?page=2").headers["Link"] == #"<http://h/?page=1>; rel="next""#)
        let shifting = list(.linked, fault: .shifting(by: 1))
        #expect(try text(shifting, "/") == "[\(item(1))]")
        #expect(try text(shifting, "/?page=2") == "[\(item(1))]")
        #expect(try text(shifting, "/?page=1") == #"[{"id":-2,"name":"new 2"}]"#)
    }
}
