import Streams

/// Transforms a source's items before they become rows.
///
/// A transform is a value that keeps what it needs to know of the pages of the present generation; copies are
/// independent. It runs inside the feed, before rows are counted, so that the feed loads the next page after
/// one that a transform empties. It takes changes page by page and returns changes of its own rows, so that
/// each costs the page that it concerns, whatever the length of the list.
///
/// Pages correspond: for each page that is inserted, a page with the same number is inserted in the output,
/// if need be an empty one.
@usableFromInline
package protocol PageTransform<Input, Output>: Sendable {
    /// An item of the upstream pages.
    associatedtype Input: Sendable

    /// A row of the output.
    associatedtype Output: Sendable

    /// Applies a change of the upstream pages.
    ///
    /// - Returns: The changes of the output, in order.
    /// - Complexity: O(*n*), the size of the page.
    mutating func apply(_ change: PageChange<Input>) -> [PageChange<Output>]

    /// Ends changes of the upstream pages that become rows together, as all pages of a stored list do.
    ///
    /// - Parameter rows: The confirmed rows that are put to their places.
    /// - Returns: What follows from all of them, in order.
    mutating func settle(_ rows: ConfirmedRows) -> [PageChange<Output>]

    /// Performs a command that ``commands`` have delivered.
    ///
    /// - Returns: The changes of the output, in order.
    mutating func perform(_ command: TransformCommand) -> [PageChange<Output>]

    /// The commands for this transform; `nil` for a transform without any. They may come on any thread.
    var commands: TransformCommands? { get }

    /// Whether the last inserted page had items, all of which were hidden or replaced as duplicates.
    var lastPageRepeats: Bool { get }

    /// The number of transforms that this one consists of: more than one for a chain.
    var transformCount: Int { get }

    /// The number of items that are hidden now because a duplicate of each is a row; `nil` if it is unknown,
    /// because rows that a transform has added may be among those.
    var hiddenDuplicates: Int? { get }

    /// What an item of a page has become.
    ///
    /// - Parameters:
    ///   - item: The position of the item on the page.
    ///   - page: The number of the page.
    /// - Complexity: O(*n*), the size of the page.
    func outcome(ofItem item: Int, page: Int) -> ItemOutcome

    /// The number of rows of other pages that may be removed together with a page at an end, as a separator
    /// is.
    var rowsRemovedBesidePage: Int { get }

    /// Marks the start of a refresh. The rows stay until the first new page is loaded.
    mutating func refreshBegins()

    /// Marks the start of the load of a page beyond an edge.
    mutating func loadBegins(beyond edge: Edge)

    /// Drops the pages, because those of a new generation follow.
    mutating func beginGeneration()
}

extension PageTransform {
    package mutating func settle(_ rows: ConfirmedRows) -> [PageChange<Output>] { [] }

    package mutating func perform(_ command: TransformCommand) -> [PageChange<Output>] { [] }

    package var commands: TransformCommands? { nil }

    package var lastPageRepeats: Bool { false }

    package var transformCount: Int { 1 }

    package var hiddenDuplicates: Int? { 0 }

    package func outcome(ofItem item: Int, page: Int) -> ItemOutcome { .row(item) }

    package var rowsRemovedBesidePage: Int { 0 }

    package mutating func refreshBegins() {}

    package mutating func loadBegins(beyond edge: Edge) {}
}

/// What an item of a page has become.
@usableFromInline
package enum ItemOutcome: Sendable {
    /// A row, at a position on the same page.
    case row(Int)

    /// No row of the page: it is filtered out, or edits have moved or removed it.
    case dropped

    /// No row of the page: a duplicate of the item is a row.
    case duplicate
}

/// The commands for the transforms of a feed.
@usableFromInline
package struct TransformCommands: Sendable {
    @usableFromInline package typealias Receive = @Sendable (TransformCommand) -> Void

    private let observation: @Sendable (@escaping Receive) -> AnyCancellable

    init(_ observe: @escaping @Sendable (@escaping Receive) -> AnyCancellable) {
        observation = observe
    }

    /// Observes the commands.
    ///
    /// - Parameter receive: Receives each command, on any thread.
    /// - Returns: Ends the observation.
    @usableFromInline
    package func observe(_ receive: @escaping Receive) -> AnyCancellable { observation(receive) }
}

/// A command for one of the transforms of a feed.
@usableFromInline
package struct TransformCommand: Sendable {
    /// The number of transforms before that one, in the chain that receives the command.
    private(set) var position = 0
    /// The edits that send it. Other transforms ignore it.
    let edits: any NumberedEdits
    let edit: EditCommand

    /// A command for an ``EditTransform`` on its own.
    init(_ edit: EditCommand, of edits: any NumberedEdits) {
        self.edits = edits
        self.edit = edit
    }

    /// The command for a chain that has more transforms before that one, or fewer.
    func moved(by count: Int) -> Self {
        var command = self
        command.position += count
        return command
    }
}

/// Rows that edits have inserted at an end of the list, and that are confirmed.
@usableFromInline
package enum ConfirmedRows: Sendable {
    case all
    /// Those that have never been beside another row. The others may be beside items that follow.
    case unanchored
}

/// Passes items on unchanged.
package struct IdentityTransform<Item: Sendable>: PageTransform {
    package init() {}

    package func apply(_ change: PageChange<Item>) -> [PageChange<Item>] { [change] }

    package func beginGeneration() {}
}
