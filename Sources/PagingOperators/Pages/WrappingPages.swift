import Streams

/// A source that loads the pages of another one. Keys, invalidations, insertions, the place in a store and
/// the name of the list are those of the other source, unless it declares its own.
///
/// A public type declares public members for its keys, invalidations and insertions: without one of them it
/// does not compile. If its items have another type, it declares its insertions.
package protocol WrappingPages: StorablePages, NamedPages where Key == Base.Key {
    associatedtype Base: PageSource

    /// The other source.
    var base: Base { get }
}

extension WrappingPages {
    package func key(forRow row: Int) -> Key? { base.key(forRow: row) }

    package var invalidations: AnyPublisher<Void, Never>? { base.invalidations }

    /// `nil` for items of another type.
    package var placement: PageStorage<Key, Item>? { base.storage as? PageStorage<Key, Item> }

    package var listName: String? { (base as? any NamedPages)?.listName }
}

extension WrappingPages where Item == Base.Item {
    package var insertions: AnyPublisher<ItemInsertion<Item>, Never>? { base.insertions }
}
