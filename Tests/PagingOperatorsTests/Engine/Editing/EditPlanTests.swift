import PagingSimulation
import TestSupport
import Testing

@testable import PagingOperators

/// The places of rows that edits have inserted or moved.
struct EditPlanTests {
    /// Edits of rows of which the first four are loaded.
    private func edits(with random: inout SeededGenerator) -> [Edit<Post, Int>] {
        (0..<random.number(below: 14)).map { number in
            let row = random.number(below: 8)
            let anchor = random.number(below: 9)
            let page = random.number(below: 4)
            let places: [EditPlace<Int>] = [
                .start, .end, .before(anchor), .after(anchor), .after(anchor), .startOfPage(page),
            ]
            let place = places[random.number(below: places.count)]
            let isInserted = row >= 4 && random.chance(70)
            return Edit(
                number: number, action: isInserted ? .insert(Post(id: row), place) : .move(place), id: row)
        }
    }

    @Test func placesAreThoseOfTheDefinition() {
        Seeds.forEach(2000) { random in
            let edits = edits(with: &random)
            let ends = ListEnds(start: random.chance(50), end: random.chance(50))
            var plan = EditPlan<Post, Int>()
            plan.place(edits, ends: ends, pages: 1..<3, hasRow: { $0 < 4 })
            let expected = DefinedPlaces(edits, ends: ends, pages: 1..<3, hasRow: { $0 < 4 }).places
            try Mismatch.unless(plan.places == expected, "\(plan.places) in place of \(expected)")
        }
    }

    /// The edits of several threads may be received in another order than they were made in.
    @Test func updatesApplyInTheOrderInWhichTheyWereMade() {
        Seeds.forEach(50) { random in
            let edits = (0..<6).map { number in
                Edit<Post, Int>(number: number, action: .update { $0.text += "\(number)" }, id: 1)
            }
            var plan = EditPlan<Post, Int>()
            for edit in edits.shuffled(using: &random) { plan.add(edit) }
            var left = Array(0..<6)
            for number in left.shuffled(using: &random) {
                var post = Post(id: 1)
                plan.update(&post, 1)
                let expected = left.map { "\($0)" }.joined()
                try Mismatch.unless(post.text == expected, "\(post.text) in place of \(expected)")
                // The second removal has no effect.
                for _ in 0..<2 { plan.remove(edits[number]) }
                left.removeAll { $0 == number }
            }
            try Mismatch.unless(plan.isEmpty, "an update is left")
        }
    }

    /// Rows that are inserted one after another, the first of them after a row that is not loaded.
    @Test func costOfRowsBesideOneThatIsNotLoadedIsLinear() {
        func hashes(ofRows count: Int) -> Int {
            let list = CountedRows(count: count)
            var plan = EditPlan<CountedID, CountedID>()
            plan.place(list.edits, ends: ListEnds(), pages: 0..<1, hasRow: { _ in false })
            #expect(plan.places.isEmpty)
            return list.hashes.value
        }
        #expect(hashes(ofRows: 2000) < 20 * hashes(ofRows: 200))
    }

    /// Rows that are inserted one after another, the first of them after one that is loaded.
    @Test func costOfAnInsertionIsLinearInThoseBeforeIt() {
        func hashes(ofRows count: Int) -> Int {
            let list = CountedRows(count: count)
            var pages = EditedPages<CountedID, CountedID>(identity: RowIdentity { $0 })
            _ = pages.apply(.insert(page: 0, [list.ids[0]]))
            func make(_ edit: Edit<CountedID, CountedID>) {
                _ = pages.perform(.make(EditEntry(edit: edit, survivesRefresh: false)))
            }
            for edit in list.edits.dropLast() { make(edit) }
            let before = list.hashes.value
            for edit in list.edits.suffix(1) { make(edit) }
            #expect(pages.shown[0] == list.ids)
            return list.hashes.value - before
        }
        #expect(hashes(ofRows: 240) < 8 * hashes(ofRows: 60))
    }
}

/// The places by their definition: of an edit whose place is unavailable nothing is left, and of those that
/// form a cycle the oldest is left out.
private struct DefinedPlaces {
    private var edits: [Edit<Post, Int>]
    private let ends: ListEnds
    private let pages: Range<Int>
    private let hasRow: (Int) -> Bool

    init(
        _ edits: [Edit<Post, Int>], ends: ListEnds, pages: Range<Int>, hasRow: @escaping (Int) -> Bool
    ) {
        let inserted = Set(edits.filter(\.inserts).map(\.id))
        self.edits = edits.filter { edit in
            edit.inserts ? !hasRow(edit.id) : hasRow(edit.id) || inserted.contains(edit.id)
        }
        self.ends = ends
        self.pages = pages
        self.hasRow = hasRow
        while let number = leftOut { self.edits.removeAll { $0.number == number } }
    }

    var places: [Int: EditPlace<Int>] { newest.compactMapValues(\.place) }

    /// The newest edit of each row.
    private var newest: [Int: Edit<Post, Int>] {
        Dictionary(edits.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    }

    /// The number of an edit that has no effect.
    private var leftOut: Int? {
        let newest = newest
        for edit in newest.values {
            switch edit.place {
            case .start:
                if !ends.start { return edit.number }
            case .end:
                if !ends.end { return edit.number }
            case .startOfPage(let page), .endOfPage(let page):
                if !pages.contains(page) { return edit.number }
            case .before(let anchor), .after(let anchor):
                if newest[anchor] == nil, !hasRow(anchor) { return edit.number }
            case nil: break
            }
            var chain = [edit]
            while chain.count <= newest.count, let next = chain.last?.place?.anchor.flatMap({ newest[$0] }) {
                if next.number == edit.number { return chain.map(\.number).min() }
                chain.append(next)
            }
        }
        return nil
    }
}

extension Edit<Post, Int> {
    fileprivate var place: EditPlace<Int>? {
        switch action {
        case .insert(_, let place, _), .move(let place): place
        case .update, .remove: nil
        }
    }
}

/// An identity that counts how often one is hashed.
private struct CountedID: Hashable, Sendable {
    let number: Int
    let hashes: Box<Int>

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.number == rhs.number }

    func hash(into hasher: inout Hasher) {
        hashes.increment()
        hasher.combine(number)
    }
}

/// Rows each of which is inserted after the one before.
private struct CountedRows {
    let hashes: Box<Int>
    let ids: [CountedID]
    let edits: [Edit<CountedID, CountedID>]

    init(count: Int) {
        let hashes = Box(0)
        let ids = (0...count).map { CountedID(number: $0, hashes: hashes) }
        self.hashes = hashes
        self.ids = ids
        edits = (1...count).map { row in
            Edit(number: row, action: .insert(ids[row], .after(ids[row - 1])), id: ids[row])
        }
    }
}
