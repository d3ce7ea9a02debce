import PagingSimulation
import TestSupport
import Testing

@testable import PagingOperators

/// The places of rows that edits have inserted or moved.
struct EditPlanTests {
    private typealias Entry = EditEntry<Post, Int>

    /// Edits of rows of which the first four are loaded.
    private func entries(with random: inout SeededGenerator) -> [Entry] {
        (0..<random.number(below: 14)).map { number in
            let row = random.number(below: 8)
            let anchor = random.number(below: 9)
            let places: [FeedPlace<Int>] = [.start, .end, .before(anchor), .after(anchor), .after(anchor)]
            let place = places[random.number(below: places.count)]
            let isInserted = row >= 4 && random.chance(70)
            return Entry(
                number: number, kind: isInserted ? .insert(Post(id: row), place) : .move(row, place),
                survivesRefresh: false)
        }
    }

    @Test func placesAreThoseOfTheDefinition() {
        Seeds.forEach(2000) { random in
            let entries = entries(with: &random)
            let ends = ListEnds(start: random.chance(50), end: random.chance(50))
            var plan = EditPlan<Post, Int>()
            plan.place(entries, identity: { $0.id }, ends: ends, hasRow: { $0 < 4 })
            let expected = DefinedPlaces(entries, ends: ends, hasRow: { $0 < 4 }).places
            try Mismatch.unless(plan.places == expected, "\(plan.places) in place of \(expected)")
        }
    }

    /// The edits of several threads may be received in another order than they were made in.
    @Test func updatesApplyInTheOrderInWhichTheyWereMade() {
        Seeds.forEach(50) { random in
            let entries = (0..<6).map { number in
                Entry(number: number, kind: .update(1, { $0.text += "\(number)" }), survivesRefresh: false)
            }
            var plan = EditPlan<Post, Int>()
            for entry in entries.shuffled(using: &random) { plan.add(entry) }
            var left = Array(0..<6)
            for number in left.shuffled(using: &random) {
                var post = Post(id: 1)
                plan.update(&post, 1)
                let expected = left.map { "\($0)" }.joined()
                try Mismatch.unless(post.text == expected, "\(post.text) in place of \(expected)")
                // The second removal has no effect.
                for _ in 0..<2 { plan.remove(entries[number]) }
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
            plan.place(list.entries, identity: { $0 }, ends: ListEnds(), hasRow: { _ in false })
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
            for entry in list.entries.dropLast() { _ = pages.perform(.make(entry)) }
            let before = list.hashes.value
            for entry in list.entries.suffix(1) { _ = pages.perform(.make(entry)) }
            #expect(pages.shown[0] == list.ids)
            return list.hashes.value - before
        }
        #expect(hashes(ofRows: 240) < 8 * hashes(ofRows: 60))
    }
}

/// The places by their definition: of an edit whose place is unavailable nothing is left, and of those that
/// form a cycle the oldest is left out.
private struct DefinedPlaces {
    private var entries: [EditEntry<Post, Int>]
    private let ends: ListEnds
    private let hasRow: (Int) -> Bool

    init(_ entries: [EditEntry<Post, Int>], ends: ListEnds, hasRow: @escaping (Int) -> Bool) {
        let inserted = Set(entries.filter(\.isInsertion).map(\.row))
        self.entries = entries.filter { entry in
            entry.isInsertion ? !hasRow(entry.row) : hasRow(entry.row) || inserted.contains(entry.row)
        }
        self.ends = ends
        self.hasRow = hasRow
        while let number = leftOut { self.entries.removeAll { $0.number == number } }
    }

    var places: [Int: FeedPlace<Int>] { newest.compactMapValues(\.place) }

    /// The newest edit of each row.
    private var newest: [Int: EditEntry<Post, Int>] {
        Dictionary(entries.map { ($0.row, $0) }, uniquingKeysWith: { $1 })
    }

    /// The number of an edit that has no effect.
    private var leftOut: Int? {
        let newest = newest
        for entry in newest.values {
            switch entry.place {
            case .start:
                if !ends.start { return entry.number }
            case .end:
                if !ends.end { return entry.number }
            case .before(let anchor), .after(let anchor):
                if newest[anchor] == nil, !hasRow(anchor) { return entry.number }
            case nil: break
            }
            var chain = [entry]
            while chain.count <= newest.count, let next = chain.last?.place?.anchor.flatMap({ newest[$0] }) {
                if next.number == entry.number { return chain.map(\.number).min() }
                chain.append(next)
            }
        }
        return nil
    }
}

extension EditEntry where Item == Post, Identity == Int {
    fileprivate var isInsertion: Bool {
        if case .insert = kind { true } else { false }
    }

    fileprivate var row: Int {
        switch kind {
        case .insert(let post, _): post.id
        case .move(let id, _), .update(let id, _), .remove(let id): id
        }
    }

    fileprivate var place: FeedPlace<Int>? {
        switch kind {
        case .insert(_, let place), .move(_, let place): place
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
    let entries: [EditEntry<CountedID, CountedID>]

    init(count: Int) {
        let hashes = Box(0)
        let ids = (0...count).map { CountedID(number: $0, hashes: hashes) }
        self.hashes = hashes
        self.ids = ids
        entries = (1...count).map { row in
            EditEntry(
                number: row, kind: .insert(ids[row], .after(ids[row - 1])), survivesRefresh: false)
        }
    }
}
