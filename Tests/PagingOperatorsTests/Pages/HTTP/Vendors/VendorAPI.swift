@testable import FluxLoading
import Foundation
import LoopbackServer
import Testing

@testable import PagingOperators

/// A list of 25 items in three pages, in the shape that an API's documentation describes. The server knows
/// that API's own parameters only.
struct VendorAPI: Sendable, CustomTestStringConvertible {
    /// A page of the list, with the parts that bodies are made of.
    struct Page: Sendable {
        let request: HTTPRequest
        let start: Int

        var end: Int { min(start + 10, 25) }
        var more: Bool { end < 25 }
        var number: Int { start / 10 + 1 }
        var ids: Range<Int> { start..<max(start, end) }
        var items: String { list { "{\"id\":\($0)}" } }
        var root: String { "http://\(request.headers["Host"] ?? "")" }

        func list(_ item: (Int) -> String) -> String { "[\(ids.map(item).joined(separator: ","))]" }

        /// A text if there is a next page.
        func next(_ text: String, else other: String = "null") -> String { more ? text : other }
    }

    let name: String
    var path = "/list"
    /// The body of the requests, which are then sent with POST.
    var body: String?
    /// The path of the items if it must be given.
    var items: JSONPath?
    /// The number of requests with an address alone; `nil` if the list ends with a failure.
    var requests: Int?
    /// The rule that reads it otherwise; `nil` if none does.
    var rule: NextPageRule?
    /// Returns the position that a request asks for.
    let start: @Sendable (HTTPRequest) -> Int
    let page: @Sendable (Page) -> HTTPResponse

    var testDescription: String { name }

    func respond(to request: HTTPRequest) -> HTTPResponse {
        page(Page(request: request, start: start(request)))
    }

    /// Makes an API that an address alone reads.
    static func read(
        _ name: String, _ path: String = "/list", requests: Int = 3, items: JSONPath? = nil,
        from start: @escaping @Sendable (HTTPRequest) -> Int,
        page: @escaping @Sendable (Page) -> String
    ) -> Self {
        VendorAPI(
            name: name, path: path, items: items, requests: requests, start: start,
            page: { .json(text: page($0)) })
    }

    /// Makes an API that an address alone reads, which has header fields.
    static func headed(
        _ name: String, _ path: String = "/list", requests: Int = 3,
        from start: @escaping @Sendable (HTTPRequest) -> Int,
        page: @escaping @Sendable (Page) -> HTTPResponse
    ) -> Self {
        VendorAPI(name: name, path: path, requests: requests, start: start, page: page)
    }

    /// Makes an API that needs an option.
    static func needs(
        _ rule: NextPageRule?, _ name: String, _ path: String = "/list",
        body: String? = nil,
        from start: @escaping @Sendable (HTTPRequest) -> Int, page: @escaping @Sendable (Page) -> String
    ) -> Self {
        VendorAPI(
            name: name, path: path, body: body, rule: rule, start: start,
            page: { .json(text: page($0)) })
    }
}

extension HTTPRequest {
    /// The position at a page number.
    @Sendable static func page(_ name: String = "page", first: Int = 1) -> @Sendable (HTTPRequest) -> Int {
        { ($0.number(name, or: first) - first) * 10 }
    }

    /// The position at an offset.
    @Sendable static func offset(_ name: String = "offset", first: Int = 0) -> @Sendable (HTTPRequest) -> Int
    {
        { $0.number(name, or: first) - first }
    }

    /// The position at a cursor such as `t10`.
    @Sendable static func token(_ name: String) -> @Sendable (HTTPRequest) -> Int {
        { $0.query[name].flatMap { Int($0.dropFirst()) } ?? 0 }
    }

    /// The position after an item.
    @Sendable static func after(_ name: String) -> @Sendable (HTTPRequest) -> Int {
        { $0.query[name].flatMap { Int($0) }.map { $0 + 1 } ?? 0 }
    }

    /// The position at a cursor in the body.
    @Sendable static func member(_ path: JSONPath) -> @Sendable (HTTPRequest) -> Int {
        { request in
            let value = (try? JSONText(request.body)).flatMap { try? $0.value(at: path) }
            let text = value?.string ?? value?["id"]?.string
            return text.flatMap { Int($0.dropFirst()) } ?? 0
        }
    }
}
