/// The names of counts of a list's items that few APIs have, such as `num_results` and `workCount`.
enum CountName {
    /// Returns whether a name consists of words for a quantity and for items only.
    ///
    /// - Parameters:
    ///   - name: The name of a field.
    ///   - items: The name of the items, which may also be in the singular.
    static func matches(_ name: String, items: String?) -> Bool {
        let words = name.words
        let nouns = nouns.union((items?.words ?? []).flatMap { [$0, $0.singular] })
        guard words.count > 1, let first = words.first else {
            return name.plain == "found"
                || name.plain.first == "n" && nouns.contains(String(name.plain.dropFirst()))
        }
        // A row number is not the number of rows.
        let hasQuantity = numbers.contains(first) || words.contains { quantities.contains($0) }
        return hasQuantity
            && words.allSatisfy {
                numbers.contains($0) || quantities.contains($0) || others.contains($0) || nouns.contains($0)
            }
    }

    private static let numbers: Set = ["number", "num", "nb", "n"]
    private static let quantities: Set = ["total", "count", "found", "matched"]
    private static let others: Set = ["of", "all", "available", "filter", "filtered"]
    private static let nouns: Set = [
        "result", "results", "item", "items", "record", "records", "row", "rows", "hit", "hits",
    ]
}

extension String {
    /// The name of one item from that of several: `work` from `works`.
    fileprivate var singular: String { hasSuffix("s") ? String(dropLast()) : self }
}
