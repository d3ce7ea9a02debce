import Streams
import Testing

@testable import PagingOperators

/// The identities by which feeds change their rows when they are refreshed.
struct FeedIdentityTests {
    private struct User: Identifiable, Equatable, Sendable {
        let id: Int
        var name = ""
    }

    private let signals = PassthroughSubject<ListSignal, Never>()
    private let users = ScriptedPages<User>()
    private let numbers = ScriptedPages<Int>()

    /// The change of a refresh from the rows 1, 2, 3 to 0, 1, 2.
    private func change<Item>(
        of feed: ExtraPublishers.Paginate<PassthroughSubject<ListSignal, Never>, some PageSource, Item>
    ) -> RowChange? {
        let changes = Locked<[RowChange]>([])
        let subscription = feed.sink { state in changes.withLock { $0.append(state.change) } }
        users.answer(Page([1, 2, 3].map { User(id: $0) }, next: nil))
        signals.send(.refresh)
        users.answer(Page([0, 1, 2].map { User(id: $0) }, next: nil))
        subscription.cancel()
        return changes.withLock { $0.last }
    }

    private func change(
        ofNumbers feed: ExtraPublishers.Paginate<PassthroughSubject<ListSignal, Never>, some PageSource, Int>
    ) -> RowChange? {
        let changes = Locked<[RowChange]>([])
        let subscription = feed.sink { state in changes.withLock { $0.append(state.change) } }
        numbers.answer(Page([1, 2, 3], next: nil))
        signals.send(.refresh)
        numbers.answer(Page([0, 1, 2], next: nil))
        subscription.cancel()
        return changes.withLock { $0.last }
    }

    private let difference = RowChange(removed: [2..<3], inserted: [0..<1])

    @Test func identifiableItemsHaveAnIdentity() {
        #expect(change(of: signals.paginate(threshold: 1, from: users)) == difference)
    }

    @Test func filtersAndSeparatorsKeepTheIdentity() {
        let feed = signals.paginate(threshold: 1, from: users).filter { $0.id < 9 }
            .separators { before, _ in before == nil ? User(id: 100) : nil }
        #expect(change(of: feed) == RowChange(removed: [3..<4], inserted: [1..<2]))
    }

    @Test func separatorsOfDeduplicatedItemsKeepTheIdentity() {
        let feed = signals.paginate(threshold: 1, from: numbers).dedupe(by: { $0 })
            .separators { before, _ in before == nil ? 100 : nil }
        #expect(change(ofNumbers: feed) == RowChange(removed: [3..<4], inserted: [1..<2]))
    }

    private enum Row: Identifiable, Equatable, Sendable {
        case heading(Int)
        case user(User)

        var id: String {
            switch self {
            case .heading(let group): "heading \(group)"
            case .user(let user): "user \(user.id)"
            }
        }

        var group: Int {
            switch self {
            case .heading(let group): group
            case .user(let user): user.id / 2
            }
        }
    }

    /// The rows of both lists are the headings of the groups 0 and 1 and their users.
    @Test func identifiableRowsWithHeadingsKeepBoth() {
        let rows = signals.paginate(threshold: 1, from: users).map(Row.user)
            .separators { before, after in
                guard let after, before?.group != after.group else { return nil }
                return .heading(after.group)
            }
        #expect(change(of: rows) == RowChange(removed: [4..<5], inserted: [1..<2]))
    }

    @Test func otherItemsAreReloaded() {
        #expect(change(ofNumbers: signals.paginate(threshold: 1, from: numbers)) == .reload)
        #expect(change(of: signals.paginate(threshold: 1, from: users).map(\.name)) == .reload)
    }

    @Test func deduplicatedItemsHaveAnIdentity() {
        let feed = signals.paginate(threshold: 1, from: numbers)
        #expect(change(ofNumbers: feed.dedupe(by: { $0 })) == difference)
        #expect(change(ofNumbers: feed.dedupe(latestBy: { $0 })) == difference)
    }

    @Test func editedItemsHaveAnIdentity() {
        let feed = signals.paginate(threshold: 1, from: numbers).edits(FeedEdits { $0 })
        #expect(change(ofNumbers: feed) == difference)
    }

    @Test func identityIsStatedAfterAConversion() {
        let feed = signals.paginate(threshold: 1, from: users)
        #expect(change(of: feed.map { "\($0.id)" }.identified(by: { $0 })) == difference)
        #expect(change(of: feed.map { User(id: $0.id, name: "same") }) == difference)
    }
}
