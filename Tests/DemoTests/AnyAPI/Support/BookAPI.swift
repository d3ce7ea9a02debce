import Foundation
import LoopbackServer

@testable import Demo

/// An API of another shape than the demo's: books, whose pages are found in each of the ways that there are.
struct BookAPI: Sendable {
    let count: Int

    func respond(to request: HTTPRequest) -> HTTPResponse {
        let query = request.query
        switch request.path {
        case "/linked":
            let (books, end) = books(from: query.number("start"), size: 10)
            return .text(books).linking(to: end.map { "?start=\($0)" })
        case "/field":
            let (books, end) = books(from: query.number("start"), size: 10)
            let next = end.map { "\"/field?start=\($0)\"" } ?? "null"
            return .text("{\"data\":{\"books\":\(books)},\"meta\":{\"next\":\(next)}}")
        case "/cursor":
            // A plus sign and an equals sign have to come back as they were.
            let start = query["after"].flatMap { $0.hasSuffix("+=") ? Int($0.dropLast(2)) : -1 } ?? 0
            let (books, end) = books(from: start, size: query.number("per_page"))
            return .text("{\"books\":\(books)\(end.map { ",\"next\":\"\($0)+=\"" } ?? "")}")
        case "/since":
            let last = query["since"].flatMap { Int($0.replacing("b-", with: "")) } ?? -1
            return .text(books(from: last + 1, size: query.number("per_page")).books)
        case "/page":
            let size = query.number("size")
            return .text(books(from: (query.number("p") - 1) * size, size: size).books)
        case "/offset":
            return .text(books(from: query.number("offset"), size: query.number("limit")).books)
        case let path where path.hasPrefix("/covers/"):
            return .png(Identicon(id: 1).png())
        default:
            return .failure(status: 404, message: "Not Found")
        }
    }

    /// Some books as a JSON array, and where the next ones begin, if there are any.
    private func books(from start: Int, size: Int) -> (books: String, end: Int?) {
        let end = min(max(0, start) + size, count)
        let books = (min(max(0, start), end)..<end).map { number in
            "{\"isbn\":\"b-\(number)\",\"id\":\(number),\"info\":{\"names\":[\"Book \(number)\"]},"
                + "\"covers\":[{\"url\":\"/covers/\(number).png\"}]}"
        }
        return ("[\(books.joined(separator: ","))]", end < count ? end : nil)
    }
}

extension [String: String] {
    fileprivate func number(_ name: String) -> Int { self[name].flatMap { Int($0) } ?? 0 }
}

extension HTTPResponse {
    fileprivate func linking(to next: String?) -> Self {
        next.map { with("Link", "<\($0)>; rel=\"next\"") } ?? self
    }
}
