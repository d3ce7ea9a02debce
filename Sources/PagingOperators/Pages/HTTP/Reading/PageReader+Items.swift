import FluxLoading
import Foundation

// The items of a page.
extension PageReader {
    static func items(
        of body: JSONText, _ plan: PagePlan, _ url: URL, at key: HTTPPageKey?
    ) throws(HTTPPageError) -> JSONElements {
        let path = plan.items
        func failure(_ reason: HTTPPageError.ItemsFailure) -> HTTPPageError {
            HTTPPageError(url: url, reason: .items(reason))
        }
        // What Go makes of an empty array.
        if path == .body, body.kind == .null { return .none(of: body) }
        let value = ItemsValue(path, in: body)
        guard case .array(let array) = value, case let items = array.elements, !items.isEmpty else {
            if let reason = PageWithoutItems(body, plan, at: key).failure(value) { throw failure(reason) }
            return .none(of: body)
        }
        if path == .body, let message = ServerMessage.ofFailure(inPlaceOf: items) {
            throw failure(.refused(message: message))
        }
        guard let columns = plan.columns else { return items }
        let present = try? body.value(at: columns)
        let names =
            present.flatMap { $0.isEnd ? nil : $0 }
            ?? plan.columnNames.flatMap { try? JSONText(Data($0.utf8)) }
        guard let names, let objects = items.objects(columns: names) else {
            let description = "\(path.quoted) has arrays that do not fit the columns at \(columns.quoted)"
            throw failure(.notFound(description: description))
        }
        return objects
    }
}
