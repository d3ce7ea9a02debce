@testable import FluxLoading
import Foundation
import LoadingTestSupport
import Streams
import TestSupport

@testable import PagingOperators

/// A store on a real folder, in virtual time.
struct PageStoreFixture {
    let disk: DiskCacheFixture
    let store: PageStore
    let errors = Log<PageStoreError>()
    private let subscription: AnyCancellable

    /// - Parameters:
    ///   - disk: The folder, its files and their time.
    init(_ disk: DiskCacheFixture = DiskCacheFixture()) {
        self.disk = disk
        let time = disk.time
        store = PageStore(disk.cache, scheduler: time, clock: { Self.date(at: time.now) })
        subscription = store.errors.sink { [errors] in errors.append($0) }
    }

    /// Another store on the same folder, at the same time: as after a launch, or in another process.
    func reopened() -> PageStoreFixture { PageStoreFixture(disk.reopened()) }

    var time: VirtualTimeScheduler { disk.time }

    /// The file of a list.
    func file(of name: String = "numbers") -> URL { disk.file(of: name) }

    static func date(at time: Duration) -> Date {
        Date(timeIntervalSince1970: 1_000_000 + time / .seconds(1))
    }
}

/// A session of a list that is stored.
struct StoredSession<Item: Codable & Equatable & Sendable> {
    let signals = PassthroughSubject<ListSignal, Never>()
    let source = ScriptedPages<Item>()
    let list = StateRecorder<Item>()
    let time: VirtualTimeScheduler

    init(
        in fixture: PageStoreFixture, as name: String = "numbers", validFor duration: Duration = .zero,
        rules: PagingRules = PagingRules(threshold: 2), startingAt key: Int? = nil,
        _ transform: (StoredFeed<Item>) -> StoredFeed<Item> = { $0 }
    ) {
        time = fixture.time
        let stored = source.stored(in: fixture.store, as: name, validFor: duration)
        transform(signals.paginate(rules, from: stored, startingAt: key)).subscribe(list)
    }

    var rows: [Item] { list.rows }
    var state: ViewState<Item> { list.state }

    /// Answers the load that is running, from a list of all items.
    func answer(_ page: Page<Int, Item>) { source.answer(page) }

    /// Ends the session, and waits until its pages are written.
    func end() {
        list.cancel()
        time.advance()
    }
}

typealias StoredFeed<Item: Codable & Sendable> = ExtraPublishers.Paginate<
    PassthroughSubject<ListSignal, Never>, StoredPages<ScriptedPages<Item>>, Item
>

extension PageStoreFixture {
    /// Stores pages of numbers, in a session of their own.
    func keep(_ pages: Page<Int, Int>..., as name: String = "numbers") {
        let session = StoredSession<Int>(in: self, as: name)
        for (index, page) in pages.enumerated() {
            if index > 0 { session.signals.send(.loadMore) }
            session.answer(page)
        }
        session.end()
    }
}
