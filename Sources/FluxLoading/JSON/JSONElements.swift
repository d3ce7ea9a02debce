import Foundation

/// The elements of a JSON array, as slices of the bytes of its body.
package struct JSONElements: RandomAccessCollection, Sendable {
    private let document: JSONDocument
    private let ranges: ArraySlice<Range<Int>>

    init(_ document: JSONDocument, _ ranges: ArraySlice<Range<Int>>) {
        self.document = document
        self.ranges = ranges
    }

    /// No elements, of a body that has no array.
    package static func none(of text: JSONText) -> JSONElements {
        JSONElements(text.document, [])
    }

    package var startIndex: Int { ranges.startIndex }

    package var endIndex: Int { ranges.endIndex }

    package subscript(position: Int) -> JSONText {
        JSONText(document, ranges[position])
    }

    package subscript(bounds: Range<Int>) -> JSONElements {
        JSONElements(document, ranges[bounds])
    }

    /// Calls a closure with the bytes of each element, or of the first member with a name of those that have
    /// one.
    ///
    /// - Parameter name: A name in ASCII, without anything to escape.
    package func forEachBytes(member name: String?, _ body: (UnsafeRawBufferPointer) -> Void) {
        document.forEachBytes(of: ranges, member: name.map { Array($0.utf8) }, body)
    }

    /// The text of an array of the first elements.
    ///
    /// - Parameter length: The number of bytes after which no further element begins.
    /// - Returns: The array, and the number of its elements, at least one; `nil` if there are no elements.
    package func leadingArray(length: Int) -> (text: Data, count: Int)? {
        guard let first = ranges.first else { return nil }
        let part = ranges.prefix { $0.lowerBound - first.lowerBound < length }
        var text = Data(capacity: part[part.endIndex - 1].upperBound - first.lowerBound + 2)
        text.append(UInt8(ascii: "["))
        document.bytes.withUnsafeBytes { bytes in
            if document.isSequence {
                for range in part {
                    if range != first { text.append(UInt8(ascii: ",")) }
                    text.append(contentsOf: bytes[range])
                }
            } else {
                text.append(contentsOf: bytes[first.lowerBound..<part[part.endIndex - 1].upperBound])
            }
        }
        text.append(UInt8(ascii: "]"))
        return (text, part.count)
    }
}
