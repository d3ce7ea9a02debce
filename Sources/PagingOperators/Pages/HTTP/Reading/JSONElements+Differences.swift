import FluxLoading

extension JSONElements {
    /// The members of the first element that the second one has with other values; none where these are not
    /// two objects.
    ///
    /// - Complexity: O(*n*) in the bytes of both.
    var differences: [(name: String, value: JSONText, other: JSONText)] {
        guard count > 1, let first else { return [] }
        let others = Dictionary(
            self[startIndex + 1].members.map { (JSONIdentifier.text($0.name), $0.value) },
            uniquingKeysWith: { first, _ in first })
        return first.members.compactMap { name, value in
            guard let other = others[.text(name)], !value.hasSameBytes(as: other) else { return nil }
            return (name, value, other)
        }
    }
}
