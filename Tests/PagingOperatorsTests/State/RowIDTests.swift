import Testing

@testable import PagingOperators

/// The identities of rows on a screen that compares them.
struct RowIDTests {
    private struct User: Identifiable, Sendable {
        let id: Int
    }

    private typealias ID = FeedRow<User>.ID

    private func state(_ ids: [Int], _ change: RowChange, before: Int = 0, after: Int = 0) -> ViewState<User>
    {
        ViewState(
            items: PagedItems(ids.map { User(id: $0) }), change: change, placeholdersBefore: before,
            placeholdersAfter: after)
    }

    private func items(_ ids: Int...) -> [ID] { ids.map { .item($0) } }

    @Test func rowThatIsReplacedInPlaceKeepsItsIdentity() {
        let replaced = state([1, 99, 3], RowChange(updated: [1..<2]))
        #expect(replaced.rowIDs(after: items(1, -1, 3)) == items(1, -1, 3))
        #expect(replaced.changedRows == [1])
        // It is kept with later changes: rows above it, its removal, a move.
        let lower = state([7, 8, 1, 99, 3], RowChange(inserted: [0..<2]))
        #expect(lower.rowIDs(after: items(1, -1, 3)) == items(7, 8, 1, -1, 3))
        let removed = state([1, 3], RowChange(removed: [1..<2]))
        #expect(removed.rowIDs(after: items(1, -1, 3)) == items(1, 3))
        let moved = state([99, 1, 3], RowChange(moved: [.init(from: 1, to: 0)]))
        #expect(moved.rowIDs(after: items(1, -1, 3)) == items(-1, 1, 3))
    }

    @Test func identityBelongsToTheRowWhoseItemHasIt() {
        let state = state([1, 99, -1], RowChange(inserted: [2..<3]))
        #expect(state.rowIDs(after: items(1, -1)) == items(1, 99, -1))
    }

    @Test func identitiesAfterAReloadAreThoseOfTheItems() {
        let reloaded = state([1, 99], .reload)
        #expect(reloaded.rowIDs(after: items(1, -1)) == items(1, 99))
        #expect(reloaded.changedRows == [0, 1])
    }

    @Test func rowsOfAnotherListAreNotFollowed() {
        // The first state of a further subscription: all rows are inserted.
        let all = state([1, 99], RowChange(inserted: [0..<2]))
        #expect(all.rowIDs(after: items(1, -1)) == items(1, 99))
        #expect(all.rowIDs(after: []) == items(1, 99))
    }

    @Test func placeholdersHaveTheirNumbers() {
        let state = state([5, 6], RowChange(updated: [1..<2]), before: 1, after: 1)
        let shown: [ID] = [.placeholder(0), .placeholder(1), .item(6), .placeholder(3)]
        #expect(state.rowIDs(after: shown) == [.placeholder(0), .item(5), .item(6), .placeholder(3)])
    }
}
