import Foundation
import Testing

@testable import LoopbackServer

/// Reads all pages of a service as a client of one style of paging would.
struct PageWalk: Sendable, CustomTestStringConvertible {
    enum Style: String, CaseIterable {
        case since, sinceLink, offsetByLimit, offsetByRows, page, pageLink, pageTotal, cursor
    }

    struct Page {
        let status: Int
        let ids: [Int]
    }

    let style: Style
    let size: Int

    var testDescription: String {
        "\(style.rawValue) by \(size)"
    }

    /// Every answer until the pages end; one that is not 200 is requested again.
    func pages(of ask: (String) async throws -> HTTPClient.Answer) async throws -> [Page] {
        var pages: [Page] = []
        var rows = 0
        var next: String? = first
        while let target = next, pages.count < 2000 {
            let answer = try await ask(target)
            guard answer.status == 200 else {
                pages.append(Page(status: answer.status, ids: []))
                guard pages.suffix(2).contains(where: { $0.status == 200 }) else { break }
                continue
            }
            let content = try Content(answer.body)
            let ids = content.users.map(\.id)
            pages.append(Page(status: 200, ids: ids))
            rows += ids.count
            next = self.next(
                after: content, page: pages.count(where: { $0.status == 200 }), rows: rows, answer)
        }
        return pages
    }

    private var first: String {
        switch style {
        case .since, .sinceLink: "/users?since=0&per_page=\(size)"
        case .offsetByLimit, .offsetByRows: "/users?offset=0&limit=\(size)"
        case .page, .pageLink, .pageTotal: "/users?page=1&per_page=\(size)"
        case .cursor: "/users?cursor=&per_page=\(size)"
        }
    }

    private func next(after content: Content, page: Int, rows: Int, _ answer: HTTPClient.Answer) -> String? {
        let last = content.users.last
        return switch style {
        case .since: last.map { "/users?since=\($0.id)&per_page=\(size)" }
        case .offsetByLimit: last.map { _ in "/users?offset=\(page * size)&limit=\(size)" }
        case .offsetByRows: last.map { _ in "/users?offset=\(rows)&limit=\(size)" }
        case .page: last.map { _ in "/users?page=\(page + 1)&per_page=\(size)" }
        case .pageTotal:
            page * size < content.total ?? 0 ? "/users?page=\(page + 1)&per_page=\(size)" : nil
        case .sinceLink, .pageLink: answer.nextLink
        case .cursor: content.cursor.map { "/users?cursor=\($0)&per_page=\(size)" }
        }
    }
}

extension PageWalk {
    /// The body of a page in any of its shapes.
    struct Content: Decodable {
        let users: [UserRecord]
        var total: Int?
        var cursor: String?

        private enum CodingKeys: CodingKey {
            case items, total, nextCursor
        }

        init(_ body: Data) throws {
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            self = try decoder.decode(Self.self, from: body)
        }

        init(from decoder: any Decoder) throws {
            guard let container = try? decoder.container(keyedBy: CodingKeys.self) else {
                users = try [UserRecord](from: decoder)
                return
            }
            users = try container.decode([UserRecord].self, forKey: .items)
            total = try container.decodeIfPresent(Int.self, forKey: .total)
            cursor = try container.decodeIfPresent(String.self, forKey: .nextCursor)
        }
    }
}

extension HTTPClient.Answer {
    /// The address in a `Link` field with `rel="next"`.
    var nextLink: String? {
        guard let link = header("Link"), let match = link.wholeMatch(of: /<(.*)>; rel="next"/) else {
            return nil
        }
        return String(match.1)
    }
}
