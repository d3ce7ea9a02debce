import PagingOperators
import TestSupport
import Testing

struct RowChangeCompositionTests {
    @Test func composedChangeLeadsToTheSameRows() {
        Seeds.forEach(2000) { random in
            var list = EditableRows()
            var screen = RowMirror<EditableRows.Cell>()
            for _ in 0..<6 {
                var composed = RowChange.none
                for _ in 0..<1 + random.number(below: 4) {
                    composed = composed.followed(by: list.edit(with: &random))
                }
                try screen.apply(composed, leadingTo: list.cells)
            }
        }
    }

    @Test func compositionIsAssociative() {
        Seeds.forEach(2000) { random in
            var list = EditableRows()
            _ = list.edit(with: &random)
            let changes = (0..<3).map { _ in list.edit(with: &random) }
            let fromLeft = changes[0].followed(by: changes[1]).followed(by: changes[2])
            let fromRight = changes[0].followed(by: changes[1].followed(by: changes[2]))
            try Mismatch.unless(fromLeft == fromRight, "\(fromLeft) is not \(fromRight)")
        }
    }

    @Test func hundredThousandRangesComposeInLinearTime() {
        let odd = (0..<100_000).map { 2 * $0..<2 * $0 + 1 }
        let change = RowChange(updated: odd).followed(by: RowChange(removed: odd))
        #expect(change == RowChange(removed: odd))
    }
}
