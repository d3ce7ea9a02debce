import Flux
import Foundation
import LoopbackServer
import TestSupport
import Testing

@testable import Demo

struct ImageCounterTests {
    @Test func countsFollowTheStates() throws {
        var counter = ImageCounter<UserRow>()
        let rows: [UserRow] = [
            .user(1), .user(2, .coming), .user(3, try .there()), .user(4, .broken(4)), .user(5, .coming),
        ]
        let state = UserListState(items: PagedItems(rows), change: .reload)
        let counts = counter.count(ChangedRows(from: PagedItems(), to: state))
        #expect(recount(rows) == Counts(counts))
        #expect(Counts(counts) == Counts(loading: 2, loaded: 1, failed: 1))
    }

    @Test(arguments: Seeds.make(40))
    func countsMatchARecountAfterRandomChanges(seed: UInt64) throws {
        var script = try ListScript(seed: seed)
        var counter = ImageCounter<UserRow>()
        var shown = PagedItems<UserRow>()
        for step in 0..<40 {
            let state = script.step()
            let counts = Counts(counter.count(ChangedRows(from: shown, to: state)))
            shown = state.items
            #expect(counts == recount(script.rows), "FLUX_SEED=\(seed), step \(step)")
        }
    }

    private struct Counts: Equatable {
        var loading = 0
        var loaded = 0
        var failed = 0

        init(loading: Int = 0, loaded: Int = 0, failed: Int = 0) {
            (self.loading, self.loaded, self.failed) = (loading, loaded, failed)
        }

        init(_ counts: ImageCounts) {
            self.init(loading: counts.loading, loaded: counts.loaded, failed: counts.failed)
        }
    }

    private func recount(_ rows: [UserRow]) -> Counts {
        Counts(
            loading: rows.count(where: \.image.isLoading),
            loaded: rows.count { $0.image.isFinal && $0.image.error == nil },
            failed: rows.count { $0.image.error != nil })
    }
}

/// A list in which rows are inserted, removed and updated at random, with the right changes.
private struct ListScript {
    private(set) var rows: [UserRow] = []
    private var random: SeededGenerator
    private let images: [ImageState<PNG>]

    init(seed: UInt64) throws {
        random = SeededGenerator(seed: seed)
        images = [.idle(placeholder: nil), .coming, try .there(), .broken(1)]
    }

    mutating func step() -> UserListState {
        let change: RowChange
        switch Int.random(in: 0..<12, using: &random) {
        case 0: change = reload()
        case 1: change = remove()
        case 2: change = insert(at: Int.random(in: 0...rows.count, using: &random))
        case 3..<6: change = insert(at: rows.count)
        case 6: change = .none
        case 7, 8: change = remove().followed(by: insertSome()).followed(by: update())
        default: change = update()
        }
        return UserListState(items: PagedItems(rows), change: change)
    }

    private mutating func newRows() -> [UserRow] {
        (0..<Int.random(in: 0...5, using: &random)).map { _ in newRow() }
    }

    private mutating func newRow() -> UserRow {
        .user(Int.random(in: 1...99, using: &random), images[Int.random(in: 0..<4, using: &random)])
    }

    private mutating func reload() -> RowChange {
        rows = newRows()
        return .reload
    }

    private mutating func insert(at row: Int) -> RowChange {
        let new = newRows()
        rows.insert(contentsOf: new, at: row)
        return RowChange(inserted: [row..<row + new.count])
    }

    private mutating func insertSome() -> RowChange {
        (0..<3).reduce(.none) { change, _ in
            change.followed(by: insert(at: Int.random(in: 0...rows.count, using: &random)))
        }
    }

    private mutating func remove() -> RowChange {
        let first = Int.random(in: 0...rows.count, using: &random)
        let range = first..<Int.random(in: first...rows.count, using: &random)
        rows.removeSubrange(range)
        return RowChange(removed: [range])
    }

    private mutating func update() -> RowChange {
        let updated = rows.indices.filter { _ in Bool.random(using: &random) }
        for row in updated { rows[row] = newRow() }
        return RowChange(updated: updated.map { $0..<$0 + 1 })
    }
}
