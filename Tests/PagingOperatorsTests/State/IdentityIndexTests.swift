import TestSupport
import Testing

@testable import PagingOperators

struct IdentityIndexTests {
    private func check(_ index: IdentityIndex<Int>, against ids: [Int]) {
        #expect(ids.indices.allSatisfy { index.row(of: ids[$0]) == $0 })
    }

    @Test func everyRowIsFound() {
        let ids = (0..<5_000).map { $0 * 7 }
        let index = IdentityIndex(ids)
        check(index, against: ids)
        #expect(index.row(of: 1) == nil)
    }

    @Test func pagesAtBothEndsAreFollowed() {
        var ids: [Int] = []
        let index = IdentityIndex(ids)
        for page in 0..<200 {
            let isBefore = page % 3 == 0
            let new = (page * 10..<page * 10 + 10).map { $0 }
            ids = isBefore ? new + ids : ids + new
            let change = RowChange(inserted: [isBefore ? 0..<10 : ids.count - 10..<ids.count])
            #expect(index.apply(change, newCount: ids.count) { ids[$0] })
        }
        check(index, against: ids)
    }

    @Test func windowForgetsWhatHasLeft() {
        var ids = Array(0..<1_000)
        let index = IdentityIndex(ids)
        for page in 0..<50 {
            ids.removeFirst(100)
            ids += (1_000 + page * 100..<1_100 + page * 100)
            let change = RowChange(removed: [0..<100], inserted: [900..<1_000])
            #expect(index.apply(change, newCount: ids.count) { ids[$0] })
        }
        check(index, against: ids)
        #expect(index.row(of: 0) == nil)
    }

    /// With an identity that an update keeps, and with one that it changes.
    @Test(arguments: [false, true])
    func randomChangesAreFollowed(updatesChangeIdentity: Bool) {
        Seeds.forEach(300) { random in
            var rows = EditableRows()
            func ids() -> [Int] {
                rows.cells.map { updatesChangeIdentity ? $0.number * 1_000 + $0.version : $0.number }
            }
            // Runs of more than one length.
            for _ in 0..<random.number(below: 12) { _ = rows.edit(with: &random) }
            var index = IdentityIndex(ids())
            for _ in 0..<20 {
                let change = rows.edit(with: &random)
                let new = ids()
                // After a reload, and when the changes have left too many short runs, a new index is made.
                if !index.apply(change, newCount: new.count, id: { new[$0] }) { index = IdentityIndex(new) }
                try #require(new.indices.allSatisfy { index.row(of: new[$0]) == $0 })
            }
        }
    }

    @Test func movedRowsAreFollowed() {
        var ids = Array(0..<1_000)
        let index = IdentityIndex(ids)
        ids.insert(ids.remove(at: 10), at: 900)
        ids.insert(ids.remove(at: 500), at: 0)
        let change = RowChange(moved: [.init(from: 501, to: 0), .init(from: 10, to: 900)])
        #expect(index.apply(change, newCount: ids.count) { ids[$0] })
        check(index, against: ids)
    }

    @Test func repeatedIdentityIsFoundInOneOfItsRows() {
        let index = IdentityIndex([1, 2, 1])
        #expect(index.row(of: 1).map { [0, 2].contains($0) } == true)
        #expect(!index.apply(RowChange(removed: [0..<1]), newCount: 2) { [2, 1][$0] })
    }
}
