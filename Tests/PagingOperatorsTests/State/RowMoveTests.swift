import PagingOperators
import Testing

struct RowMoveTests {
    private func move(_ source: Int, _ destination: Int) -> RowChange.Move {
        RowChange.Move(from: source, to: destination)
    }

    @Test func movedRowIsAtItsDestination() {
        let change = RowChange(removed: [1..<2], inserted: [0..<1], moved: [move(4, 1)])
        #expect((0..<6).map { change.row(afterMoving: $0) } == [2, nil, 3, 4, 1, 5])
    }

    @Test func movesOfTheSameRowAreOneMove() {
        let change = RowChange(moved: [move(0, 2)]).followed(by: RowChange(moved: [move(2, 4)]))
        #expect(change == RowChange(moved: [move(0, 4)]))
    }

    @Test func insertedRowThatMovesIsInsertedThere() {
        let change = RowChange(inserted: [0..<1]).followed(by: RowChange(moved: [move(0, 3)]))
        #expect(change == RowChange(inserted: [3..<4]))
    }

    @Test func movedRowThatIsRemovedIsRemoved() {
        let change = RowChange(moved: [move(0, 3)]).followed(by: RowChange(removed: [3..<4]))
        #expect(change == RowChange(removed: [0..<1]))
    }

    @Test func movedRowKeepsItsUpdates() {
        let first = RowChange(updated: [1..<2]).followed(by: RowChange(moved: [move(1, 0)]))
        #expect(first == RowChange(moved: [move(1, 0)], updated: [0..<1]))
        let second = first.followed(by: RowChange(removed: [2..<3], updated: [1..<2]))
        #expect(second == RowChange(removed: [2..<3], moved: [move(1, 0)], updated: [0..<2]))
    }

    @Test func changeWithoutMovesRemovesAndInsertsThem() {
        let change = RowChange(removed: [0..<1], inserted: [5..<6], moved: [move(1, 4)], updated: [3..<5])
        #expect(
            change.withoutMoves
                == RowChange(removed: [0..<2], inserted: [4..<6], updated: [3..<4]))
    }
}
