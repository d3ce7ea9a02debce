import Foundation

/// A page of a ``ListService``.
struct ListPage {
    /// The number of items of the list.
    let count: Int
    /// The number of items before the page.
    let start: Int
    private let shape: ListShape
    private let request: HTTPRequest
    private let size: Int
    private let items: ArraySlice<String>
    private let next: Int?

    init(
        of list: [String], _ request: HTTPRequest, _ shape: ListShape, pageSize: Int, fault: ListFault?
    ) {
        let size = min(max(1, request.number(shape.sizeParameter) ?? pageSize), 100_000)
        let asked = fault == .samePage ? 0 : shape.start(in: request, size: size)
        let start = min(max(0, asked), max(0, list.count))
        let end = min(start + size, list.count)
        let first = fault == .repeatingRow ? max(0, start - 1) : start
        self.shape = shape
        self.request = request
        self.size = size
        self.start = start
        count = list.count
        items = list[min(first, end)..<end]
        if case .cycle(let length) = fault, start == (length - 1) * size {
            next = 0
        } else {
            next = end < list.count ? end : nil
        }
    }

    var body: String {
        let array = "[\(items.joined(separator: ","))]"
        let (next, previous) = (
            quoted(address(of: next)), quoted(address(of: start > 0 ? start - size : nil))
        )
        let number = start / size + 1
        return switch shape {
        case .numbered, .offset:
            #"{"count":\#(count),"next":\#(next),"previous":\#(previous),"results":\#(array)}"#
        case .cursor: #"{"next":\#(next),"previous":\#(previous),"results":\#(array)}"#
        case .token: #"{"rows":\#(array),"next":\#(quoted(self.next.map { "\($0)" })),"next_url":\#(next)}"#
        case .linked, .since: array
        case .totals:
            #"{"items":\#(array),"total":\#(count),"page":\#(number),"size":\#(size),"pages":\#((count + size - 1) / size)}"#
        case .cursors:
            #"{"items":\#(array),"next_page":\#(quoted(self.next.map(Self.cursor))),"previous_page":\#(start > 0 ? quoted(Self.cursor(max(0, start - size))) : "null")}"#
        }
    }

    var link: String? {
        guard shape == .linked else { return nil }
        return address(of: next).map { #"<\#($0)>; rel="next""# }
    }

    /// Returns the address of the page with the items from a position on.
    private func address(of start: Int?) -> String? {
        guard let start else { return nil }
        let position = max(0, start)
        let query =
            switch shape {
            case .numbered, .linked, .totals: "page=\(position / size + 1)"
            case .offset: "limit=\(size)&offset=\(position)"
            case .cursor, .cursors: "cursor=\(Self.cursor(position).encodedForQuery)"
            case .token: "_next=\(position)"
            case .since: "since=\(position)"
            }
        let path = String(request.target.split(separator: "?", omittingEmptySubsequences: false)[0])
        let isSized = request.query[shape.sizeParameter] != nil && shape != .offset
        let host = (request.headers["Host"] ?? "localhost").encoded(
            .urlHostAllowed.union(.init(charactersIn: ":[]")))
        return "http://\(host)\(path.encoded(.urlPathAllowed))?\(query)"
            + (isSized ? "&\(shape.sizeParameter)=\(size)" : "")
    }

    /// An opaque cursor, with characters that a query has to encode.
    static func cursor(_ start: Int) -> String { "r=\(start)+/&" }

    static func start(ofCursor cursor: String) -> Int? {
        guard cursor.hasPrefix("r="), cursor.hasSuffix("+/&") else { return nil }
        return Int(cursor.dropFirst(2).dropLast(3))
    }

    private func quoted(_ text: String?) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
    }
}

extension ListShape {
    /// Returns the number of items before the page that a request names.
    fileprivate func start(in request: HTTPRequest, size: Int) -> Int {
        switch self {
        case .numbered, .linked, .totals: min(max(1, request.number("page") ?? 1) - 1, 1_000_000_000) * size
        case .offset: request.number("offset") ?? 0
        case .cursor, .cursors: request.query["cursor"].flatMap(ListPage.start(ofCursor:)) ?? 0
        case .token: request.number("_next") ?? 0
        // The id of an item is its position from 1.
        case .since: request.number("since") ?? 0
        }
    }
}

extension HTTPRequest {
    fileprivate func number(_ name: String) -> Int? { query[name].flatMap { Int($0) } }
}

extension String {
    fileprivate var encodedForQuery: String {
        addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? self
    }

    /// The part of an address with everything else than some characters percent-encoded, but for what is so
    /// already.
    fileprivate func encoded(_ allowed: CharacterSet) -> String {
        addingPercentEncoding(withAllowedCharacters: allowed.union(CharacterSet(charactersIn: "%"))) ?? self
    }
}
