import FluxLoading
import Foundation

extension BodyOutline {
    /// Returns the path of the items.
    func items(in body: JSONText, of url: URL) throws(HTTPPageError) -> JSONPath {
        if body.kind == .array { return .body }
        func failure(_ reason: HTTPPageError.ItemsFailure) -> HTTPPageError {
            HTTPPageError(url: url, reason: .items(reason))
        }
        let all = arrays.filter { !Self.namesErrors($0) }
        let main = all.filter { !Self.isSecondary($0) }
        let arrays = main.isEmpty ? all : main
        let objects = arrays.filter { $0.value.firstElementKind == .object }
        let empty = arrays.filter { $0.value.firstElementKind == nil }
        let named = empty.filter { Self.namesItems($0) }
        if objects.count == 1, named.isEmpty { return objects[0].path }
        if objects.isEmpty, empty.count == 1 || named.count == 1 { return (named.first ?? empty[0]).path }
        let tied = objects + (objects.isEmpty ? empty : named)
        if tied.count > 1, Set(tied.map(\.path)).count == 1 {
            throw failure(.notFound(description: "\(tied[0].path.quoted) appears \(tied.count) times"))
        }
        let choices = (tied.isEmpty ? arrays : tied).map(\.path)
        if choices.count > 1 { throw failure(.ambiguous(choices)) }
        if let path = choices.first { return path }
        if let message = ServerMessage.ofFailure(in: body) { throw failure(.refused(message: message)) }
        if let field = fields.first(where: { $0.value.kind == .null && Self.namesItems($0) }) {
            return field.path
        }
        throw failure(.notFound(description: "the body is \(body.kind.named) without an array of items"))
    }
}

extension JSONText {
    /// The type of the first element of an array; `nil` if it is empty.
    fileprivate var firstElementKind: JSONKind? {
        withBytes { bytes in
            bytes.dropFirst().first { !$0.isJSONSpace }.flatMap {
                $0 == UInt8(ascii: "]") ? nil : JSONKind(firstByte: $0)
            }
        }
    }
}
