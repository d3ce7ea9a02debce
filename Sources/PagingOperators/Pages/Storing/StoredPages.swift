import Streams

/// A source whose pages are stored between sessions. Made by ``PageSource/stored(in:as:validFor:)``.
public struct StoredPages<Base: PageSource>: WrappingPages where Base.Key: Codable, Base.Item: Codable {
    public typealias Key = Base.Key
    public typealias Item = Base.Item
    public typealias Failure = Base.Failure

    package let base: Base
    package let placement: PageStorage<Base.Key, Base.Item>?

    init(base: Base, storage: PageStorage<Base.Key, Base.Item>) {
        self.base = base
        placement = storage
    }

    public func page(for request: PageRequest<Base.Key>) -> Base.Pages { base.page(for: request) }

    public func key(forRow row: Int) -> Base.Key? { base.key(forRow: row) }

    public var invalidations: AnyPublisher<Void, Never>? { base.invalidations }

    public var insertions: AnyPublisher<ItemInsertion<Item>, Never>? { base.insertions }

    /// `nil`: a list that is stored once more has the name of its types by default.
    package var listName: String? { nil }
}

extension PageSource where Key: Codable, Item: Codable {
    /// Shows the pages of the last session immediately, also without a network, until they are reloaded. See
    /// <doc:Offline>.
    ///
    /// ```swift
    /// let posts = HTTPPages<Post>(url).stored(in: store, as: "home", validFor: .seconds(3600))
    /// ```
    ///
    /// A feed of the source reads the store when it starts, and stores its pages when they are loaded. A
    /// state with stored rows has ``ViewState/isStored``. Meanwhile the first page is loaded. It replaces the
    /// stored rows, by a difference if rows have an identity. If it fails, the rows stay,
    /// ``ViewState/refresh`` is `failed`, and `.retry` repeats it. A failure is shown after the stored rows,
    /// even if it occurs before they are read. A store that is read after the first page was loaded has no
    /// effect.
    ///
    /// The stored pages are those from the list's first page on, as they were loaded; transforms and edits
    /// are applied to them again. Edits that the server has not confirmed are kept through the reload if they
    /// were made with `survivesRefresh`, or after it has begun; see ``FeedEdits``. They are not stored. Only
    /// feeds store pages, not `items(prefetch:)`. Call `map` and `compactMap` before: after `stored(in:)`,
    /// one to another type of items makes a source that is not stored, and one to the same type stores the
    /// items that it makes. A source of your own that wraps a stored one is not stored: wrap the source
    /// first, then store it.
    ///
    /// ```swift
    /// let titles = HTTPPages<Post>(url).map { $0.title }.stored(in: store, as: "titles")
    /// ```
    ///
    /// - Parameters:
    ///   - store: The store of the list.
    ///   - name: The name of the list in the store. The default for ``HTTPPages`` is made of the request,
    ///     header fields included except those of a cookie storage. For other sources, such as a wrapper of
    ///     your own, it is made of the types of key and item. Lists of the same types, or of private types
    ///     with the same names, need different names if they share a store. Change the name if the meaning of
    ///     stored items changes.
    ///   - duration: The age, since its first page was loaded, up to which a list is not reloaded. With a
    ///     duration, the first page is requested only after the store was read, and only if the list is
    ///     older. `.refresh` always loads. Zero by default: stored pages are shown, and reloaded immediately.
    ///     This corresponds to `initialize()` of a `RemoteMediator` in Android's Paging 3. Older rows are
    ///     shown as well, up to the `expiry` of the ``PageStore``.
    public func stored(
        in store: PageStore, as name: String? = nil, validFor duration: Duration = .zero
    ) -> StoredPages<Self> {
        let types = "\(String(reflecting: Key.self)), \(String(reflecting: Item.self))"
            // The place of a private type in memory, which differs in each process.
            .replacing(/\(unknown context at \$[0-9a-f]+\)/, with: "(private)")
        let name = name ?? (self as? any NamedPages)?.listName ?? types
        return StoredPages(base: self, storage: PageStorage(store, name: name, validFor: duration))
    }
}

/// A source whose pages may have a place in a store: one that is stored, or that wraps another one.
package protocol StorablePages<Key, Item>: PageSource {
    /// The place; `nil` for none.
    var placement: PageStorage<Key, Item>? { get }
}

extension AnyPageSource: StorablePages {
    package var placement: PageStorage<Key, Item>? { base.storage }
}

extension PageSource {
    /// The place where feeds store the pages between sessions; `nil` if they are not stored.
    @usableFromInline
    package var storage: PageStorage<Key, Item>? {
        (self as? any StorablePages<Key, Item>)?.placement
    }
}

/// A source that has a name for its list.
package protocol NamedPages: Sendable {
    /// A text that differs from that of other lists; `nil` if there is none.
    var listName: String? { get }
}

extension AnyPageSource: NamedPages {
    package var listName: String? { (base as? any NamedPages)?.listName }
}
