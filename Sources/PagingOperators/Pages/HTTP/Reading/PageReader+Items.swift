import FluxLoading
import Foundation

// The items of a page, and what counts as none.
extension PageReader {
    static func items(
        of body: JSONText, _ plan: PagePlan, _ url: URL, at key: HTTPPageKey?
    ) throws(HTTPPageError) -> JSONElements {
        let path = plan.items
        func failure(_ description: String, or other: String? = nil) -> HTTPPageError {
            let message = ServerMessage.ofFailure(in: body) ?? other
            return HTTPPageError(
                url: url,
                reason: .items(message.map { .refused(message: $0) } ?? .notFound(description: description)))
        }
        // What Go makes of an empty array.
        if path == .body, body.kind == .null { return .none(of: body) }
        let found: JSONText?
        do throws(JSONMismatch) {
            found = try body.value(at: path)
        } catch {
            throw failure(error.description)
        }
        guard let found else {
            // Some servers send null for an empty array, some beside an error. Google's leave it out.
            let isEmpty = body.hasMember(at: path) || plan.isPage(body, isFirst: key?.plan == nil)
            guard isEmpty, ServerMessage.ofFailure(in: body) == nil || plan.isAfterLast(body, at: key) else {
                // Another array may be the items: then the path is wrong.
                let isMessage = BodyOutline(body).arrays.isEmpty
                throw failure(
                    "no \(path.quoted)", or: isMessage ? ServerMessage.instead(ofItemsIn: body) : nil)
            }
            return .none(of: body)
        }
        guard found.kind == .array else {
            throw failure("\(path.quoted) is \(found.kind.named), not an array of items")
        }
        let items = found.elements
        if let columns = plan.columns, !items.isEmpty {
            guard let names = try? body.value(at: columns), let objects = items.objects(columns: names) else {
                throw failure("\(path.quoted) has arrays that do not fit the columns at \(columns.quoted)")
            }
            return objects
        }
        if items.isEmpty, ServerMessage.ofFailure(in: body) != nil, !plan.isAfterLast(body, at: key) {
            throw failure("")
        }
        return items
    }
}

extension PagePlan {
    /// Whether a body without an array of items is that of a page without items: it counts none, or has the
    /// field for the next page, or leaves the array out and has nothing else that may be the items.
    fileprivate func isPage(_ body: JSONText, isFirst: Bool) -> Bool {
        let total = totalPath.flatMap { (try? body.value(at: $0))?.count }
        let namesNext = next.path.flatMap { try? body.value(at: $0) }.map { !$0.isEnd } ?? false
        if isFirst {
            if let total { return total == 0 }
            return OmittedItems(items, in: body).areNone(next: namesNext ? next.path : nil, flag)
        }
        return total != nil || namesNext || OmittedItems(items, in: body).areNoneOnALaterPage
    }

    /// Whether a body without items is that of a page after the last one: the code 404 for a page by number
    /// or offset, as that status is elsewhere.
    fileprivate func isAfterLast(_ body: JSONText, at key: HTTPPageKey?) -> Bool {
        key.flatMap { position(before: $0.position) } != nil && ServerMessage.reportsNotFound(body)
    }
}
