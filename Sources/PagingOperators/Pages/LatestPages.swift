import Streams

/// The pages of the latest source that a publisher has sent. Made by `paginate(threshold:from:)` of a
/// publisher of sources.
///
/// Outside of a feed, a page is that of the first source that the publisher sends.
public struct LatestPages<Sources: Publisher>: PageSource
where Sources.Output: PageSource, Sources.Failure == Never {
    public typealias Key = Sources.Output.Key
    public typealias Item = Sources.Output.Item
    public typealias Failure = Sources.Output.Failure

    private let sources: Sources
    /// `nil` before the first.
    private let latest: Sources.Output?

    @usableFromInline
    init(_ sources: Sources) {
        self.init(sources, latest: nil)
    }

    private init(_ sources: Sources, latest: Sources.Output?) {
        self.sources = sources
        self.latest = latest
    }

    public func page(for request: PageRequest<Key>) -> AnyPublisher<Page<Key, Item>, Failure> {
        if let latest { return latest.page(for: request).eraseToAnyPublisher() }
        return sources.first().setFailureType(to: Failure.self)
            .flatMap { source in source.page(for: request) }
            .eraseToAnyPublisher()
    }

    public func key(forRow row: Int) -> Key? { latest?.key(forRow: row) }

    public var invalidations: AnyPublisher<Void, Never>? { latest?.invalidations }

    public var insertions: AnyPublisher<ItemInsertion<Item>, Never>? { latest?.insertions }
}

/// A source that is replaced by others while a feed runs.
protocol ReplaceablePages: PageSource {
    /// The sources that take its place, each a value of the same type.
    var replacements: AnyPublisher<Self, Never> { get }
}

extension LatestPages: ReplaceablePages {
    var replacements: AnyPublisher<Self, Never> {
        sources.removeDuplicates { isSameSource($0, $1) }
            .map { source in Self(sources, latest: source) }
            .eraseToAnyPublisher()
    }
}

extension LatestPages: StorablePages {
    package var placement: PageStorage<Key, Item>? { latest?.storage }
}

extension PageSource {
    /// The sources that take the place of this one; `nil` for none.
    @usableFromInline
    var replacements: AnyPublisher<Self, Never>? {
        func replacements<Source: ReplaceablePages>(of source: Source) -> AnyPublisher<Self, Never>? {
            source.replacements as? AnyPublisher<Self, Never>
        }
        return (self as? any ReplaceablePages).flatMap { replacements(of: $0) }
    }
}

/// Whether two sources are known to be equal.
private func isSameSource<Source: PageSource>(_ one: Source, _ other: Source) -> Bool {
    func isEqual<Value: Equatable>(_ value: Value) -> Bool { value == other as? Value }
    return (one as? any Equatable).map { isEqual($0) } ?? false
}
