import FluxLoading

/// The number of the first page that its response has, and what distinguishes its first item. A server that
/// sends both again for another page ignores the parameter, also where a part of the items changes with each
/// response.
struct PageEcho: Hashable, Sendable, Codable {
    /// Where a response has its number.
    enum Place: Hashable, Sendable, Codable {
        case field(JSONPath)
        /// A header field with the number of the page.
        case number
        /// A header field with the range of the items.
        case range
    }

    let place: Place
    let number: Int
    /// The hash of the identifier of the first item; without one, those of its members that the second one
    /// has with other values, but for addresses. Items that do not differ have none.
    private let marks: [UInt64]

    /// - Returns: `nil` if the response does not have the number of the page.
    init?(at place: Place, of number: Int, _ items: JSONElements, in body: JSONText, _ links: ResponseLinks) {
        self.place = place
        self.number = number
        marks = Self.marks(of: items)
        if !states(number, in: body, links) { return nil }
    }

    /// Returns whether a response has the number of a page.
    func states(_ number: Int, in body: JSONText, _ links: ResponseLinks) -> Bool {
        switch place {
        case .field(let path): (try? body.value(at: path))?.integer == number
        case .number: links.number == number
        case .range: links.firstIndex == number
        }
    }

    /// Returns whether a response has the number of the first page in place of another, and its first item.
    func isRepeated(
        by items: JSONElements, of number: Int, in body: JSONText, _ links: ResponseLinks
    ) -> Bool {
        guard number != self.number, !marks.isEmpty, states(self.number, in: body, links) else {
            return false
        }
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
