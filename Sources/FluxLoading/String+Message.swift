extension String {
    /// The text on one line.
    package var onOneLine: String {
        split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    /// The greatest length of the description of an error: a server may send names of any length.
    package static var maximumDescription: Int { 1000 }

    /// Returns the text, or its beginning and an ellipsis if it is longer.
    ///
    /// - Parameter length: A number of code points, since a character may have any number of them.
    /// - Complexity: O(`length`).
    package func cut(to length: Int) -> String {
        guard unicodeScalars.dropFirst(length).isEmpty else {
            return String(unicodeScalars.prefix(length - 1)) + "…"
        }
        return self
    }
}
