import FluxLoading

/// The number of the first page that its body has, and what distinguishes its first item. A server that sends
/// both again for another page ignores the parameter, also where a part of the items changes with each
/// response.
struct PageEcho: Hashable, Sendable, Codable {
    let path: JSONPath
    let number: Int
    /// The hash of the identifier of the first item; without one, those of its members that the second one
    /// has with other values, but for addresses. Items that do not differ have none.
    private let marks: [UInt64]

    /// - Returns: `nil` if the field does not have the number of the page.
    init?(_ field: BodyOutline.Field?, of number: Int, _ items: JSONElements) {
        guard let field, field.value.integer == number else { return nil }
        path = field.path
        self.number = number
        marks = Self.marks(of: items)
    }

    /// Returns whether a body has the number of a page.
    func states(_ number: Int, in body: JSONText) -> Bool {
        (try? body.value(at: path))?.integer == number
    }

    /// Returns whether a body has the number of the first page in place of another, and its first item.
    func isRepeated(by body: JSONText, _ items: JSONElements, of number: Int) -> Bool {
        guard number != self.number, !marks.isEmpty, states(self.number, in: body) else { return false }
        return Self.marks(of: items) == marks
    }

    private static let maximumMarks = 8

    private static func marks(of items: JSONElements) -> [UInt64] {
        if case .member(let name) = PageFingerprint.identity(of: items, by: .all) {
            return items.first?[name].map { [PageFingerprint.of($0, named: name)] } ?? []
        }
        return items.differences.lazy
            .filter { [.string, .number].contains($0.value.kind) && !$0.value.hasAddress }
            .prefix(maximumMarks).map { PageFingerprint.of($0.value, named: $0.name) }
    }
}
