/// The elements of a JSON array, as slices of the bytes of its body.
package struct JSONElements: RandomAccessCollection, Sendable {
    private let document: JSONDocument
    private let ranges: ArraySlice<Range<Int>>

    init(_ document: JSONDocument, _ ranges: ArraySlice<Range<Int>>) {
        self.document = document
        self.ranges = ranges
    }

    package var startIndex: Int { ranges.startIndex }

    package var endIndex: Int { ranges.endIndex }

    package subscript(position: Int) -> JSONText {
        JSONText(document, ranges[position])
    }

    package subscript(bounds: Range<Int>) -> JSONElements {
        JSONElements(document, ranges[bounds])
    }
}
