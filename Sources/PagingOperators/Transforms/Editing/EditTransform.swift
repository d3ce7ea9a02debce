import Streams

/// Applies edits to the rows of a source.
struct EditTransform<Item: Sendable, Identity: Hashable & Sendable>: PageTransform {
    private let edits: FeedEdits<Item, Identity>
    private var pages: EditedPages<Item, Identity>

    init(_ edits: FeedEdits<Item, Identity>) {
        self.edits = edits
        pages = EditedPages(identity: edits.identity)
    }

    mutating func apply(_ change: PageChange<Item>) -> [PageChange<Item>] { pages.apply(change) }

    mutating func settle(_ rows: ConfirmedRows) -> [PageChange<Item>] { pages.settle(rows) }

    mutating func perform(_ command: TransformCommand) -> [PageChange<Item>] {
        // Those of the same edits have its types.
        guard command.edits === edits else { return [] }
        return pages.perform(command.edit)
    }

    func outcome(ofItem item: Int, page: Int) -> ItemOutcome { pages.outcome(ofItem: item, page: page) }

    var commands: TransformCommands? { TransformCommands(edits.observe) }

    mutating func refreshBegins() { pages.refreshBegins() }

    mutating func loadBegins(beyond edge: Edge) { pages.loadBegins(beyond: edge) }

    mutating func beginGeneration() { pages = EditedPages(identity: edits.identity, after: pages) }
}
