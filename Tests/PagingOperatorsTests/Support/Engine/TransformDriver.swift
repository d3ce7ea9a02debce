import Testing

@testable import PagingOperators

/// Feeds a transform with pages and keeps the rows that come out, as the engine does. Each change of rows is checked.
struct TransformDriver<Transform: PageTransform> where Transform.Output: Equatable {
    let transform: Transform
    private var memory: Transform.Memory
    private var presented = PresentedRows<Transform.Output>()
    private var mirror = RowMirror<Transform.Output>()
    private(set) var pages = 0..<0

    init(_ transform: Transform) {
        self.transform = transform
        memory = transform.makeMemory()
    }

    /// The rows that have come out.
    var rows: [Transform.Output] { Array(presented.items) }

    /// The rows that have come out on each page.
    var rowsByPage: [[Transform.Output]] {
        (0..<presented.items.pageCount).map { presented.items.page(at: $0).page }
    }

    mutating func append(_ items: [Transform.Input]) {
        apply(.insert(page: pages.upperBound, items))
        pages = pages.lowerBound..<pages.upperBound + 1
    }

    mutating func prepend(_ items: [Transform.Input]) {
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

    mutating func edit(page: Int, _ edits: RowEdit<Transform.Input>...) {
        apply(.edit(page: page, edits))
    }

    mutating func setEnds(start: Bool, end: Bool) {
        apply(.ends(ListEnds(start: start, end: end)))
    }

    mutating func perform(_ command: Transform.Command) {
        show(transform.perform(command, memory: &memory))
    }

    /// Begins a generation without pages.
    mutating func beginGeneration() {
        memory = transform.makeMemory(after: memory)
        presented = PresentedRows()
        mirror = RowMirror()
        pages = 0..<0
    }

    mutating func refreshBegins() {
        transform.refreshBegins(memory: &memory)
    }

    private mutating func apply(_ change: PageChange<Transform.Input>) {
        show(transform.apply(change, memory: &memory))
    }

    private mutating func show(_ changes: [PageChange<Transform.Output>]) {
        let change = presented.apply(changes)
        do throws(Mismatch) {
            try mirror.apply(change, leadingTo: presented.items)
        } catch {
            Issue.record(error)
        }
    }
}
