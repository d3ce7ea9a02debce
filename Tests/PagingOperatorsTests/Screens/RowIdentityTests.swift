import Observation
import PagingSimulation
import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// The identities of a model's rows, by which a screen such as `ForEach` finds the row it shows already.
@MainActor
struct RowIdentityTests {
    private let people = ScriptedPages<Person>()
    private let edits = FeedEdits(by: \Person.id)

    private func page(_ ids: some Sequence<Int>, next: Int? = nil) -> Page<Int, Person> {
        Page(ids.map { Person(id: $0) }, next: next)
    }

    /// A model of three rows, and one that is inserted before them under the identity 1000.
    private func drafted() -> PagingModel<Person> {
        let model = PagingModel { [people, edits] signals in
            signals.paginate(threshold: 1, from: people).edits(edits)
        }
        model.loadInitial()
        people.answer(page(0..<3, next: 3))
        edits.insert(Person(id: 1000), at: .start, survivesRefresh: true)
        #expect(model.ids == [1000, 0, 1, 2])
        return model
    }

    @Test func confirmedRowKeepsItsIdentity() {
        let model = drafted()
        edits.confirm(1000, as: Person(id: 50))
        #expect(model.items.map(\.id) == [50, 0, 1, 2])
        #expect(model.ids == [1000, 0, 1, 2])
        #expect(model.rows.map(\.id) == model.rows.indices.map { model.rows[$0].id })
        // Both identities name it.
        #expect(model.row(ofID: 50) == 0)
        #expect(model.row(ofID: 1000) == 0)
    }

    /// It precedes the draft that waits, and its cell stays.
    @Test func draftThatIsConfirmedBeforeAnOlderOneKeepsItsIdentity() {
        let model = drafted()
        edits.insert(Person(id: 1001), at: .start)
        #expect(model.ids == [1001, 1000, 0, 1, 2])
        edits.confirm(1001, as: Person(id: 50))
        #expect(model.items.map(\.id) == [1000, 50, 0, 1, 2])
        #expect(model.ids == [1000, 1001, 0, 1, 2])
    }

    /// An observer is told of a change before it is there.
    @Test func rowThatIsSoughtDuringAChangeIsFoundAfterIt() {
        let model = PagingModel { [people, edits] signals in
            signals.paginate(threshold: 1, from: people).edits(edits)
        }
        withObservationTracking {
            _ = model.items
        } onChange: {
            MainActor.assumeIsolated { #expect(model.row(ofID: 0) == nil) }
        }
        model.loadInitial()
        people.answer(page(0..<3))
        #expect(model.row(ofID: 2) == 2)
        edits.update(1) { _ in }
        #expect(model.row(ofID: 1) == 1)
    }

    /// Rows of a store are no reason not to load.
    @Test func failedLoadBesideStoredRowsIsRepeated() {
        let signals = Log<ListSignal>()
        let states = PassthroughSubject<ViewState<Int>, Never>()
        let model = PagingModel<Int> { sent in
            states.merge(
                with: sent.handleEvents(receiveOutput: { signals.append($0) })
                    .compactMap { _ in nil as ViewState<Int>? })
        }
        model.loadInitial()
        var state = ViewState(items: PagedItems([1]))
        state.storedAt = .distantPast
        states.send(state)
        model.loadInitial()
        #expect(signals.entries.isEmpty)
        state.refresh = .failed(PagingError.noPage)
        states.send(state)
        model.loadInitial()
        #expect(signals.entries == [.retry])
    }

    @Test func identityMovesWithTheRow() {
        let model = drafted()
        edits.confirm(1000, as: Person(id: 50))
        edits.insert(Person(id: 1001), at: .start)
        model.loadMore()
        people.answer(page(3..<5))
        #expect(model.ids == [1001, 1000, 0, 1, 2, 3, 4])
        edits.move(50, to: .after(2))
        #expect(model.ids == [1001, 0, 1, 2, 1000, 3, 4])
        #expect(model.items.map(\.id) == [1001, 0, 1, 2, 50, 3, 4])
    }

    @Test func refreshKeepsTheIdentity() {
        let model = drafted()
        edits.confirm(1000, as: Person(id: 50))
        model.send(.refresh)
        people.answer(page([50, 0, 1]))
        #expect(model.ids == [1000, 0, 1])
        model.reset()
        model.loadInitial()
        people.answer(page([50, 0]))
        #expect(model.ids == [50, 0])
    }

    /// Two rows never have the same identity.
    @Test func identityBelongsToTheRowWhoseItemHasIt() {
        let model = drafted()
        edits.confirm(1000, as: Person(id: 50))
        model.loadMore()
        people.answer(page(1000..<1002))
        #expect(model.ids == [50, 0, 1, 2, 1000, 1001])
    }

    @Test func rowInViewIsReportedUnderItsFirstIdentity() {
        let seen = Log<ListSignal>()
        let model = PagingModel { [people, edits] signals in
            signals.handleEvents(receiveOutput: { seen.append($0) })
                .paginate(threshold: 1, from: people).edits(edits)
        }
        model.loadInitial()
        people.answer(page(0..<3))
        edits.insert(Person(id: 1000), at: .start)
        model.appeared(.item(1000))
        edits.confirm(1000, as: Person(id: 50))
        model.appeared(.item(0))
        #expect(seen.entries.last == .shown(rows: 0..<2))
    }

    @Test func rowsWithPlaceholdersKeepTheirIdentities() {
        let line = ServedNumbers(count: 30, perPage: 10, isCounted: true)
        let model = PagingModel { [edits] signals in
            signals.paginate(
                PagingRules(threshold: 1, showsPlaceholders: true),
                from: line.map { Person(id: $0) }, startingAt: 10
            ).edits(edits)
        }
        model.loadInitial()
        edits.insert(Person(id: 1000), at: .after(12))
        edits.confirm(1000, as: Person(id: 50))
        #expect(model.rows[13].id == .item(1000))
        #expect(model.rows[13].item == Person(id: 50))
        #expect(model.rows[9].id == .placeholder(9))
        model.loadPrevious()
        #expect(model.rows[13].id == .item(1000))
        #expect(model.rows.map(\.id) == model.rows.indices.map { model.rows[$0].id })
    }

    /// Rows that take on identities at random, also those of others, beside a list that follows each row.
    @Test func identitiesFollowAnyChange() throws {
        Seeds.forEach(2000) { random in
            var cells = EditableRows()
            var list: [Row] = []
            var firstItems: [Int: FirstItem<Person>] = [:]
            let identities = try #require(identities(of: Person.self).map { makeRowIdentities($0) })
            for _ in 0..<6 {
                let change = cells.edit(with: &random)
                let old = list
                list = cells.cells.map { cell in
                    let before = old.first { $0.cell.number == cell.number }
                    if let before, before.cell == cell { return before }
                    return Row(cell: cell, id: before?.id ?? -1, shown: before?.shown)
                }
                giveIdentities(to: &list, since: old, &random)
                moveRows(of: &list, since: old)
                if change.isReload { list = list.map { Row(cell: $0.cell, id: $0.id, shown: $0.id) } }
                firstItems = identities.apply(
                    change, to: firstItems, from: PagedItems(old.map { Person(id: $0.id) }),
                    leadingTo: PagedItems(list.map { Person(id: $0.id) }))
                let shown = list.indices.map { firstItems[$0]?.item.id ?? list[$0].id }
                try Mismatch.unless(
                    shown == list.map(\.shown) && firstItems.keys.allSatisfy(list.indices.contains),
                    "\(shown) after \(change), not \(list.map(\.shown))")
                try Mismatch.unless(Set(shown).count == shown.count, "\(shown) are not unique")
            }
        }
    }

    /// A row that is removed, and whose item is inserted elsewhere, is the same row.
    private func moveRows(of list: inout [Row], since old: [Row]) {
        let numbers = Set(list.map(\.cell.number))
        let gone = old.filter { !numbers.contains($0.cell.number) }
        let ids = Set(list.map(\.id))
        for row in list.indices where !old.contains(where: { $0.cell.number == list[row].cell.number }) {
            let shown = gone.first { $0.id == list[row].id }?.shown
            if let shown, shown == list[row].id || !ids.contains(shown) { list[row].shown = shown }
        }
    }

    private struct Row {
        let cell: EditableRows.Cell
        var id: Int
        /// The identity that it had at first, unless another row has taken it since.
        var shown: Int?
    }

    /// Gives new and updated rows an identity that no other row has; those of rows that are gone, and the
    /// first ones of others, are among them.
    private func giveIdentities(to list: inout [Row], since old: [Row], _ random: inout SeededGenerator) {
        let kept = list.indices.filter { row in old.contains { $0.cell == list[row].cell } }
        let ids = Set(kept.map { list[$0].id })
        var free = Array(Set(0..<list.count + 4).subtracting(ids)).sorted()
        for row in list.indices where !kept.contains(row) {
            let isNew = list[row].shown == nil
            if !isNew, free.contains(list[row].id), random.chance(50) {
                free.removeAll { $0 == list[row].id }
            } else {
                list[row].id = free.remove(at: random.number(below: free.count))
            }
            if isNew { list[row].shown = list[row].id }
        }
        let changed = list.indices.filter { !kept.contains($0) }.map { list[$0].id }
        for row in list.indices where list[row].shown.map(changed.contains) ?? false {
            list[row].shown = list[row].id
        }
    }
}

extension PagingModel<Person> {
    /// The identities of the rows.
    fileprivate var ids: [Int] {
        rows.compactMap { row in
            if case .item(let id) = row.id { id } else { nil }
        }
    }
}
