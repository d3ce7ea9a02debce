import Foundation

/// A validated JSON value, as a slice of the bytes of its body.
///
/// Nothing is decoded before it is read, so that a value can also be printed as it was received. A value
/// retains the body.
package struct JSONText: Sendable {
    let document: JSONDocument
    /// The range of the value in the bytes of the document.
    let range: Range<Int>
    /// Whether this is a sequence of values, which counts as their array.
    let isSequence: Bool

    /// Validates a body.
    ///
    /// - Parameters:
    ///   - data: UTF-8, UTF-16 or UTF-32, with or without a byte order mark. A body of several values is an
    ///     array of them (NDJSON, JSON text sequences).
    ///   - isLines: Whether the body is such a sequence even if it has one value or none.
    package init(_ data: Data, isLines: Bool = false) throws(JSONSyntaxError) {
        document = try JSONDocument(data, isLines: isLines)
        isSequence = document.isSequence
        range = isSequence ? 0..<document.bytes.count : document.values[0]
    }

    init(_ document: JSONDocument, _ range: Range<Int>) {
        self.document = document
        self.range = range
        isSequence = false
    }

    /// The type of the value.
    package var kind: JSONKind {
        isSequence ? .array : JSONKind(firstByte: document.bytes[range.lowerBound])
    }

    /// Calls a closure with the bytes of the value, as they were received.
    package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try document.bytes.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[range])) }
    }

    /// Returns whether two values were received as the same bytes.
    package func hasSameBytes(as other: JSONText) -> Bool {
        withBytes { bytes in other.withBytes { bytes.elementsEqual($0) } }
    }

    /// The elements of an array; empty for other values.
    ///
    /// - Complexity: O(*n*) in the bytes of the value.
    package var elements: JSONElements {
        if isSequence { return JSONElements(document, document.values[...]) }
        return JSONElements(document, kind == .array ? document.elements(in: range)[...] : [])
    }

    /// The members of an object in order; empty for other values. A name with a lone surrogate is left out.
    ///
    /// - Complexity: O(*n*) in the bytes of the value.
    package var members: [(name: String, value: JSONText)] {
        rawMembers.compactMap { name, value in
            JSONText(document, name).string.map { ($0, JSONText(document, value)) }
        }
    }

    private var rawMembers: [JSONDocument.Member] {
        kind == .object ? document.members(in: range) : []
    }

    /// Returns the value of the first member with a name, by code points.
    package subscript(name: String) -> JSONText? {
        guard kind == .object else { return nil }
        return document.value(in: range) { JSONText(document, $0).isString(name) }.map {
            JSONText(document, $0)
        }
    }

    /// Returns the value at a path, or `nil` if a field is missing or null, or an array is too short.
    ///
    /// - Throws: If a parent of the value is neither an object nor an array.
    package func value(at path: JSONPath) throws(JSONMismatch) -> JSONText? {
        var value = self
        for (depth, step) in path.steps.enumerated() {
            let next: JSONText?
            switch value.kind {
            case .object:
                next = value[step]
            case .array:
                guard let index = Int(step), index >= 0 else {
                    throw JSONMismatch(
                        "\(path.prefix(depth).quoted) is an array, which has no '\(step.cut(to: 100))'")
                }
                let elements = value.elements
                next = index < elements.count ? elements[index] : nil
            case .null, .boolean, .number, .string:
                throw JSONMismatch(
                    "\(path.prefix(depth).quoted) is \(value.kind.named), which has no '\(step.cut(to: 100))'"
                )
            }
            guard let next, next.kind != .null else { return nil }
            value = next
        }
        return value
    }
}
