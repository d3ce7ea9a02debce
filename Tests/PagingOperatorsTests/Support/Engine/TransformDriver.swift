import Testing

@testable import PagingOperators

/// Passes pages through a transform and keeps the resulting rows, as the engine does. Checks each change of
/// rows.
struct TransformDriver<Input: Sendable, Item: Equatable & Sendable> {
    private var transform: any PageTransform<Input, Item>
    private var presented = PresentedRows<Item>()
    private var mirror = RowMirror<Item>()
    private(set) var pages = 0..<0

    init(_ transform: any PageTransform<Input, Item>) {
        self.transform = transform
    }

    /// The resulting rows.
    var rows: [Item] { Array(presented.items) }

    /// The resulting rows of each page.
    var rowsByPage: [[Item]] {
        (0..<presented.items.pageCount).map { presented.items.page(at: $0).page }
    }

    mutating func append(_ items: [Input]) {
        apply(.insert(page: pages.upperBound, items))
        pages = pages.lowerBound..<pages.upperBound + 1
    }

    mutating func prepend(_ items: [Input]) {
        apply(.insert(page: pages.lowerBound - 1, items))
        pages = pages.lowerBound - 1..<pages.upperBound
    }

    mutating func removeFirst() {
        apply(.remove(page: pages.lowerBound))
        pages = pages.lowerBound + 1..<pages.upperBound
    }

    mutating func removeLast() {
        apply(.remove(page: pages.upperBound - 1))
        pages = pages.lowerBound..<pages.upperBound - 1
    }

    mutating func edit(page: Int, _ edits: RowEdit<Input>...) {
        edit(page: page, edits)
    }

    mutating func edit(page: Int, _ edits: [RowEdit<Input>]) {
        apply(.edit(page: page, edits))
    }

    mutating func setEnds(start: Bool, end: Bool) {
        apply(.ends(ListEnds(start: start, end: end)))
    }

    mutating func perform(_ command: TransformCommand) {
        show(transform.perform(command))
    }

    /// Starts a generation without pages.
    mutating func beginGeneration() {
        transform.beginGeneration()
        presented = PresentedRows()
        mirror = RowMirror()
        pages = 0..<0
    }

    /// Ends the changes of pages that are shown together.
    mutating func settle() { show(transform.settle(.all)) }

    mutating func refreshBegins() {
        transform.refreshBegins()
    }

    mutating func loadBegins(beyond edge: Edge) {
        transform.loadBegins(beyond: edge)
    }

    private mutating func apply(_ change: PageChange<Input>) {
        show(transform.apply(change))
    }

    private mutating func show(_ changes: [PageChange<Item>]) {
        let change = presented.apply(changes)
        do throws(Mismatch) {
            try mirror.apply(change, leadingTo: presented.items)
        } catch {
            Issue.record(error)
        }
    }
}
