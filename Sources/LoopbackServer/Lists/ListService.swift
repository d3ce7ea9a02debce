import Foundation
import Streams

/// Serves a list of items in one of the forms that APIs have.
///
/// ```swift
/// let list = ListService(count: 95, as: .numbered)
/// let server = try EmbeddedServer(handler: list.respond)
/// ```
///
/// Every path is the list. An item is `{"id":7,"name":"item 7"}` unless others are given; ids count from 1.
package final class ListService: Sendable {
    package let items: [String]
    package let shape: ListShape
    package let pageSize: Int
    private let fault: ListFault?
    private let pages = Locked(0)

    /// Makes a service.
    ///
    /// - Parameters:
    ///   - items: The JSON of each item.
    ///   - shape: The form of the API.
    ///   - pageSize: The number of items of a page unless the query names one, at least 1.
    ///   - fault: A fault of the list.
    package init(_ items: [String], as shape: ListShape, pageSize: Int = 10, fault: ListFault? = nil) {
        self.items = items
        self.shape = shape
        self.pageSize = pageSize
        self.fault = fault
    }

    package convenience init(
        count: Int, as shape: ListShape, pageSize: Int = 10, fault: ListFault? = nil
    ) {
        self.init(Self.items(count), as: shape, pageSize: pageSize, fault: fault)
    }

    /// Returns the JSON of items with ids from 1.
    package static func items(_ count: Int) -> [String] {
        (0..<count).map { #"{"id":\#($0 + 1),"name":"item \#($0 + 1)"}"# }
    }

    package func respond(to request: HTTPRequest) -> HTTPResponse {
        let served = pages.withLock { pages in
            pages += 1
            return pages - 1
        }
        let page = ListPage(of: listed(served), request, shape, pageSize: pageSize, fault: fault)
        guard shape != .numbered || page.start < max(1, page.count) else {
            return .json(status: 404, text: #"{"detail":"Invalid page."}"#)
        }
        let response = HTTPResponse.json(text: page.body)
        return page.link.map { response.with("Link", $0) } ?? response
    }

    /// The list at the time of a page.
    private func listed(_ served: Int) -> [String] {
        guard case .shifting(let count) = fault else { return items }
        return (0..<served * count).reversed().map { #"{"id":-\#($0 + 1),"name":"new \#($0 + 1)"}"# } + items
    }
}
