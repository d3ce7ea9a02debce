import Streams

/// Changes that are made to the rows of a list without asking its source: a like, a deletion, a new comment.
///
/// ```swift
/// let edits = FeedEdits(by: \Post.id)
/// let feed = signals.paginate(threshold: 0, from: posts).edits(edits).sink { state in render(state) }
///
/// let like = edits.update(post.id) { $0.isLiked = true }
/// do { try await server.like(post.id) } catch { like.revert() }
/// ```
///
/// An edit goes at once to the sessions that are running, and holds for rows that come later, too: a removed row
/// stays away when a later page brings it again. A refresh drops the edits that were made before it began, as soon as
/// its first page is in, unless they were told to stay; `.reset` drops them all. An edit that names a row that is not
/// loaded waits for it. Methods may be called on any thread.
///
/// With *e* edits in force, an edit costs O(*e*) besides the pages that it touches, and so does a page that comes; the
/// length of the list does not matter.
public final class FeedEdits<Item: Sendable, Identity: Hashable & Sendable>: Sendable {
    let identity: RowIdentity<Item, Identity>
    let commands = PassthroughSubject<EditCommand<Item, Identity>, Never>()
    private let lastNumber = Locked(0)

    /// Makes a set of edits to be attached to a feed with `edits(_:)`.
    ///
    /// - Parameter identity: Tells what identifies a row. Rows that share an identity are edited together.
    @inlinable
    public convenience init(by identity: @escaping @Sendable (Item) -> Identity) {
        self.init(identity: RowIdentity(identity))
    }

    @usableFromInline
    init(identity: RowIdentity<Item, Identity>) {
        self.identity = identity
    }

    /// Changes a row where it stands.
    ///
    /// - Parameters:
    ///   - id: Which row.
    ///   - survivesRefresh: Whether it holds for the rows of later generations, too.
    ///   - change: Changes the row; called whenever the row has to be made again. It leaves the identity as it is.
    /// - Returns: What takes the edit back.
    @discardableResult
    public func update(
        _ id: Identity, survivesRefresh: Bool = false, _ change: @escaping @Sendable (inout Item) -> Void
    ) -> FeedEdit {
        make(.update(id, change), survivesRefresh)
    }

    /// Takes a row away.
    ///
    /// - Parameters:
    ///   - id: Which row.
    ///   - survivesRefresh: Whether it holds for the rows of later generations, too.
    /// - Returns: What takes the edit back.
    @discardableResult
    public func remove(_ id: Identity, survivesRefresh: Bool = false) -> FeedEdit {
        make(.remove(id), survivesRefresh)
    }

    /// Adds a row. It gives way to a row of the source with the same identity.
    ///
    /// - Parameters:
    ///   - item: The row.
    ///   - place: Where it stands. It is not shown while that place is not loaded.
    ///   - survivesRefresh: Whether it is there in later generations, too.
    /// - Returns: What takes the edit back.
    @discardableResult
    public func insert(
        _ item: Item, at place: FeedPlace<Identity>, survivesRefresh: Bool = false
    ) -> FeedEdit {
        make(.insert(item, place), survivesRefresh)
    }

    /// Puts a row elsewhere.
    ///
    /// - Parameters:
    ///   - id: Which row.
    ///   - place: Where it goes. It stays where it is while that place is not loaded.
    ///   - survivesRefresh: Whether it holds for the rows of later generations, too.
    /// - Returns: What takes the edit back.
    @discardableResult
    public func move(
        _ id: Identity, to place: FeedPlace<Identity>, survivesRefresh: Bool = false
    ) -> FeedEdit {
        make(.move(id, place), survivesRefresh)
    }

    private func make(_ kind: EditEntry<Item, Identity>.Kind, _ survivesRefresh: Bool) -> FeedEdit {
        let number = lastNumber.withLock { number in
            number += 1
            return number
        }
        commands.send(.make(EditEntry(number: number, kind: kind, survivesRefresh: survivesRefresh)))
        return FeedEdit { [commands] in commands.send(.revert(number)) }
    }
}

/// A place in a list.
public enum FeedPlace<Identity: Hashable & Sendable>: Hashable, Sendable {
    /// Before the first row, once the list's start is loaded.
    case start

    /// After the last row, once the list's end is loaded.
    case end

    /// Directly before a row, and from then on beside it wherever it goes.
    case before(Identity)

    /// Directly after a row, and from then on beside it wherever it goes.
    case after(Identity)

    /// The row beside which the place is.
    var anchor: Identity? {
        switch self {
        case .start, .end: nil
        case .before(let id), .after(let id): id
        }
    }
}

/// An edit that was made.
public struct FeedEdit: Sendable {
    private let undo: @Sendable () -> Void

    init(_ undo: @escaping @Sendable () -> Void) {
        self.undo = undo
    }

    /// Takes the edit back, and leaves all others as they are. It does nothing the second time, or when a refresh has
    /// dropped the edit. May be called on any thread.
    public func revert() {
        undo()
    }
}

/// What the sessions of edits are told.
package enum EditCommand<Item: Sendable, Identity: Hashable & Sendable>: Sendable {
    /// An edit was made.
    case make(EditEntry<Item, Identity>)

    /// The edit with a number was taken back.
    case revert(Int)
}

/// An edit.
package struct EditEntry<Item: Sendable, Identity: Hashable & Sendable>: Sendable {
    enum Kind: Sendable {
        case update(Identity, @Sendable (inout Item) -> Void)
        case remove(Identity)
        case insert(Item, FeedPlace<Identity>)
        case move(Identity, FeedPlace<Identity>)
    }

    /// Edits count up.
    let number: Int
    let kind: Kind
    let survivesRefresh: Bool
}
