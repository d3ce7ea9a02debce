import Streams
import Synchronization

/// Changes the rows of a list on the client, ahead of its source: a like, a deletion, a new comment.
///
/// ```swift
/// let edits = FeedEdits(by: \Post.id)
/// let feed = signals.paginate(threshold: 0, from: posts).edits(edits).sink { state in render(state) }
///
/// let like = edits.update(post.id) { $0.isLiked = true }
/// do { try await server.like(post.id) } catch { like.revert() }
/// ```
///
/// Make an edit with `survivesRefresh` if the server may not have it yet when the list is refreshed. It then
/// stays until it is confirmed:
///
/// ```swift
/// let like = edits.update(post.id, survivesRefresh: true) { $0.isLiked = true }
/// do {
///     try await server.like(post.id)
///     like.confirm()
/// } catch {
///     like.revert()
/// }
/// ```
///
/// If the server chooses the identity of a new row, insert the row under a temporary identity. It keeps its
/// place when it is confirmed under the final one. It also keeps its cell in a screen that applies the change
/// of each state, or compares the identities of ``PagingModel/rows``, and in a diffable data source whose
/// identifiers are those of rows. A screen that compares the identities of items replaces the cell.
///
/// ```swift
/// let draft = Post(id: temporaryID(), text: text)
/// let insertion = edits.insert(draft, at: .start, survivesRefresh: true)
/// do {
///     edits.confirm(draft.id, as: try await server.publish(text))
/// } catch {
///     insertion.revert()
/// }
/// ```
///
/// Pass on what the server pushes about rows with ``apply(updated:deleted:)``, in place of edits. It cannot
/// be reverted, so that only the latest version of each row is kept:
///
/// ```swift
/// let pushes = socket.changes.sink { change in
///     edits.apply(updated: change.updated, deleted: change.deletedIDs)
/// }
/// ```
///
/// An edit takes effect at once in the sessions that are running, or in the first one that begins. It applies
/// to rows that are loaded later as well: a removed row stays removed when a later page repeats it. A refresh
/// drops the edits that were made before it began, once its first rows are shown. Edits with
/// `survivesRefresh` that are not confirmed stay, and so do edits that are confirmed while the refresh is
/// loading. A jump to a page far away drops edits in the same way, as does every load that replaces all
/// pages. `.reset` drops all edits of its session. Edits with `survivesRefresh` that are neither confirmed
/// nor reverted take effect in each session that begins, as when a screen is opened again: make edits for
/// each list, and for each account. An edit of a row that is not loaded takes effect when it is. Methods may
/// be called on any thread.
///
/// With *m* insertions and moves in effect, an insertion, a move or a new page costs O(*m*) besides the pages
/// that it changes. An update or a removal costs the pages of its row, and what the row is anchored to if it
/// was moved. A row that is pushed costs the same with any number of rows that were pushed before. All of it
/// is independent of the length of the list.
public final class FeedEdits<Item: Sendable, Identity: Hashable & Sendable>: @unchecked Sendable {
    // Sendable: the variables belong to the drain's owner.

    let identity: RowIdentity<Item, Identity>
    // Relaxed: the number publishes no other memory.
    private let lastNumber = Atomic<Int>(0)
    /// Handles commands, and sessions that begin, in one order.
    private let drain = Drain<EditEvent>()
    /// The sessions that are running, in the order in which they have begun.
    private var sessions: [EditSession] = []
    /// The edits that survive refreshes and are neither confirmed nor reverted, by their numbers. Each
    /// session that begins receives them.
    private var pending: [Int: EditEntry] = [:]
    /// The commands that no session has received.
    private var unseen: [EditCommand] = []
    /// The rows that no session has received.
    private var unseenRows = PushedRows<Item, Identity>()

    /// Creates an empty set of edits, to be attached to a feed with `edits(_:)`.
    ///
    /// - Parameter identity: Returns the identity of a row. Rows that share an identity are edited together.
    @inlinable
    public convenience init(by identity: @escaping @Sendable (Item) -> Identity) {
        self.init(identity: RowIdentity(identity))
    }

    @usableFromInline
    init(identity: RowIdentity<Item, Identity>) {
        self.identity = identity
    }

    /// Updates a row in place.
    ///
    /// The updates of a row that are in effect are applied again with each further one. Revert the one before
    /// where there are many, as of the progress of an upload, or use ``apply(updated:deleted:)``.
    ///
    /// - Parameters:
    ///   - id: The identity of the row.
    ///   - survivesRefresh: Whether the edit also applies to the rows of later generations.
    ///   - change: Changes the row; called whenever the row is rendered again. It must not change the
    ///     identity.
    /// - Complexity: O(*u*) with *u* updates of the row in effect, and the pages of the row.
    /// - Returns: The edit, to be reverted.
    @discardableResult
    public func update(
        _ id: Identity, survivesRefresh: Bool = false, _ change: @escaping @Sendable (inout Item) -> Void
    ) -> FeedEdit {
        make(.update(change), of: id, survivesRefresh)
    }

    /// Removes a row.
    ///
    /// - Parameters:
    ///   - id: The identity of the row.
    ///   - survivesRefresh: Whether the edit also applies to the rows of later generations.
    /// - Returns: The edit, to be reverted.
    @discardableResult
    public func remove(_ id: Identity, survivesRefresh: Bool = false) -> FeedEdit {
        make(.remove, of: id, survivesRefresh)
    }

    /// Inserts a row. A row of the source with the same identity takes precedence. An inserted row can be
    /// moved, and is not shown twice.
    ///
    /// - Parameters:
    ///   - item: The row.
    ///   - place: Where to insert it. It is not shown while that place is not loaded.
    ///   - survivesRefresh: Whether the edit also applies to later generations.
    /// - Returns: The edit, to be reverted.
    @discardableResult
    public func insert(
        _ item: Item, at place: FeedPlace<Identity>, survivesRefresh: Bool = false
    ) -> FeedEdit {
        make(.insert(item, EditPlace(place)), of: identity(item), survivesRefresh)
    }

    /// Moves a row. In a ``RowChange`` it is removed and inserted.
    ///
    /// A row that is beside another one follows it: a later move of that takes both along, and of moves that
    /// would put rows beside each other in a circle the oldest has no effect. For a list that users order by
    /// hand, state the whole order after each drag, and revert the moves of the one before:
    ///
    /// ```swift
    /// for edit in moves { edit.revert() }
    /// moves = order.enumerated().map { index, id in
    ///     edits.move(id, to: index == 0 ? .start : .after(order[index - 1]))
    /// }
    /// ```
    ///
    /// Each of these is a state, the first of which have the rows in the order before. A `UITableView` has
    /// moved the row already when it calls `tableView(_:moveRowAt:to:)`: show the last one by `reloadData`.
    ///
    /// - Parameters:
    ///   - id: The identity of the row.
    ///   - place: Where to move it. It stays where it is while that place is not loaded.
    ///   - survivesRefresh: Whether the edit also applies to the rows of later generations.
    /// - Returns: The edit, to be reverted.
    @discardableResult
    public func move(
        _ id: Identity, to place: FeedPlace<Identity>, survivesRefresh: Bool = false
    ) -> FeedEdit {
        make(.move(EditPlace(place)), of: id, survivesRefresh)
    }

    /// Confirms a row that was inserted, under the identity that the server has given it.
    ///
    /// The row, and edits that refer to it, are updated in place: it is not removed and inserted. If the
    /// source has delivered the saved row already, that one stays. As after ``FeedEdit/confirm()``, rows that
    /// are added at the start or the end later are beyond it, and a refresh that begins later drops the edit.
    /// A row that was inserted several times, as when it is sent again, is confirmed once for all. Without
    /// effect if no row was inserted under the temporary identity, or its insertion was reverted or dropped.
    ///
    /// - Parameters:
    ///   - temporary: The identity of the inserted row.
    ///   - saved: The row as the server has it.
    public func confirm(_ temporary: Identity, as saved: Item) {
        send(.replace(RowReplacement(temporary: temporary, id: identity(saved), saved: saved)))
        // After it, so that the row is updated in place before it moves in front of others that wait.
        send(.anchor)
    }

    /// Shows what the server has pushed: the latest versions of rows, and which are deleted.
    ///
    /// All rows change in one state. For each row the latest call is kept, and applies to rows that are
    /// loaded later as well: an update shows a row that was deleted before. Optimistic edits apply to the new
    /// version of a row. A row that was inserted is updated, too; one that is not in the list is not added:
    /// see ``PageSource/inserting(_:at:)``. The first page of a refresh drops what was pushed before the
    /// refresh began. May be called on any thread.
    ///
    /// - Parameters:
    ///   - updated: The new versions of rows. Of several of one row, the last counts.
    ///   - deleted: The identities of the rows that are deleted; also of those that are updated.
    /// - Complexity: O(1) a row besides its page, independently of the length of the list and of what was
    ///   pushed before.
    public func apply(updated: [Item] = [], deleted: [Identity] = []) {
        var rows = PushedRows<Item, Identity>()
        for item in updated { rows.set(item, for: identity(item)) }
        for id in deleted { rows.set(nil, for: id) }
        if !rows.isEmpty { send(.push(rows)) }
    }

    private func make(
        _ action: Edit<Item, Identity>.Action, of id: Identity, _ survivesRefresh: Bool
    ) -> FeedEdit {
        let number = lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
        let edit = Edit(number: number, action: action, id: id)
        send(.make(EditEntry(edit: edit, survivesRefresh: survivesRefresh)))
        return FeedEdit(number: number, edits: self)
    }

    private func send(_ command: EditCommand) { submit(.command(command)) }

    private func submit(_ event: EditEvent) {
        drain.submit(event) { handle($0) }
    }

    private func handle(_ event: EditEvent) {
        switch event {
        case .command(let command):
            if sessions.isEmpty { keep(command) }
            // An edit that no session has received is pending from the first one on.
            if sessions.isEmpty, case .make = command { break }
            note(command)
            for session in sessions { session.receive(TransformCommand(command, of: self)) }
        case .begin(let session):
            sessions.append(session)
            let edits = pending.values.sorted { $0.edit.number < $1.edit.number }
            let unseen = takeUnseen()
            for command in unseen { note(command) }
            for command in edits.map({ .make($0) }) + unseen {
                session.receive(TransformCommand(command, of: self))
            }
        case .end(let session): sessions.removeAll { $0 === session }
        }
    }

    /// Notes what a command that a session receives means for those that begin later.
    private func note(_ command: EditCommand) {
        switch command {
        case .make(let entry): if entry.survivesRefresh { pending[entry.edit.number] = entry }
        case .revert(let number), .confirm(let number): pending[number] = nil
        case .replace(let replacement): note(replacement: replacement)
        case .anchor, .push: break
        }
    }

    // Apart, so that its generic types are not needed for other commands.
    @inline(never)
    private func note(replacement: any Sendable) {
        guard let replacement = replacement as? RowReplacement<Item, Identity> else { return }
        let insertions = pending.filter {
            let edit = Edit<Item, Identity>.of($0.value.edit)
            return edit.inserts && edit.id == replacement.temporary
        }
        if insertions.isEmpty { return }
        for number in insertions.keys { pending[number] = nil }
        pending = pending.mapValues(replacement.renaming)
        unseen = unseen.map {
            if case .make(let entry) = $0 { .make(replacement.renaming(entry)) } else { $0 }
        }
    }

    /// Keeps a command that no session receives.
    private func keep(_ command: EditCommand) {
        switch command {
        case .push(let rows):
            if let rows = rows as? PushedRows<Item, Identity> { unseenRows.merge(rows) }
        case .revert(let number):
            if !removeUnseen(number) { unseen.append(command) }
        case .make, .confirm, .replace, .anchor: unseen.append(command)
        }
    }

    /// Removes an edit, if it is among the last ones that no session has received: those of a progress, each
    /// of which is reverted for the next, are as many as there are reports. Returns `false` if it is not, or
    /// if an inserted row has another identity since: the insertion tells the sessions of both.
    private func removeUnseen(_ number: Int) -> Bool {
        for index in unseen.indices.suffix(Self.searchedEdits).reversed() {
            switch unseen[index] {
            case .make(let entry) where entry.edit.number == number:
                unseen.remove(at: index)
                return true
            case .replace: return false
            default: continue
            }
        }
        return false
    }

    private static var searchedEdits: Int { 32 }

    /// The commands that no session has received. The order of pushed rows and of edits is of no consequence.
    private func takeUnseen() -> [EditCommand] {
        defer { (unseen, unseenRows) = ([], PushedRows()) }
        return unseenRows.isEmpty ? unseen : [.push(unseenRows)] + unseen
    }

    /// Passes the commands to a session, those before the first session included.
    func observe(_ receive: @escaping @Sendable (TransformCommand) -> Void) -> AnyCancellable {
        let session = EditSession(receive)
        submit(.begin(session))
        return AnyCancellable { self.submit(.end(session)) }
    }
}

private enum EditEvent: Sendable {
    case command(EditCommand)
    /// A session has begun, and receives commands from now on.
    case begin(EditSession)
    case end(EditSession)
}

/// A session that shows edits.
private final class EditSession: Sendable {
    let receive: @Sendable (TransformCommand) -> Void

    init(_ receive: @escaping @Sendable (TransformCommand) -> Void) {
        self.receive = receive
    }
}

/// A place in a list.
public enum FeedPlace<Identity: Hashable & Sendable>: Hashable, Sendable {
    /// Before the first row, once the start of the list is loaded.
    case start

    /// After the last row, once the end of the list is loaded.
    case end

    /// Directly before a row, also when that row moves.
    case before(Identity)

    /// Directly after a row, also when that row moves.
    case after(Identity)
}

/// An edit that was made.
public struct FeedEdit: Sendable {
    let number: Int
    // Without their type, and without an allocation, as closures would be.
    let edits: any NumberedEdits

    /// Reverts the edit, and keeps all others. It has no effect the second time, or after a refresh has
    /// dropped the edit. May be called on any thread.
    public func revert() {
        edits.revert(number)
    }

    /// Marks the edit as confirmed: pages that are requested from now on contain it. A later page with the
    /// row ends the edit, unless the row is on an older page as well or was removed. A refresh that begins
    /// later ends it, too; a refresh that is running does not, because its pages may be older. A row that was
    /// inserted at the start or the end of the list stays beside its neighbor from then on, or on its page if
    /// that has no other row. Rows that the source adds there later are beyond it. It leaves a window with
    /// its page. May be called on any thread.
    public func confirm() {
        edits.confirm(number)
    }
}

/// Edits that are referred to by their numbers.
protocol NumberedEdits: AnyObject, Sendable {
    func revert(_ number: Int)
    func confirm(_ number: Int)
}

extension FeedEdits: NumberedEdits {
    func revert(_ number: Int) { send(.revert(number)) }
    func confirm(_ number: Int) { send(.confirm(number)) }
}

/// A command for the sessions that show edits. It has no types of rows: see ``Edit``.
enum EditCommand: Sendable {
    /// An edit was made.
    case make(EditEntry)

    /// The edit with a number was reverted.
    case revert(Int)

    /// The edit with a number was confirmed.
    case confirm(Int)

    /// An inserted row was confirmed, as another one: a ``RowReplacement``.
    case replace(any Sendable)

    /// Confirmed rows at the start or the end of the list are anchored to those beside them.
    case anchor

    /// The server has pushed versions of rows: ``PushedRows``.
    case push(any Sendable)
}

extension FeedEdits where Item: Identifiable, Identity == Item.ID {
    /// Creates an empty set of edits of identifiable rows, to be attached to a feed with `edits(_:)`.
    @inlinable
    public convenience init() {
        self.init(by: { $0.id })
    }
}
