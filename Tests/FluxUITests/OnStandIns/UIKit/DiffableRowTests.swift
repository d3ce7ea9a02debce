import FluxTesting
import FluxUI
import Foundation
import PagingOperators
import Streams
import Testing
import UIKit

/// A cell with the name of a user.
private final class UserCell: UITableViewCell {
    private(set) var text = ""

    func show(_ user: User?) { text = user?.login ?? "…" }
}

/// A screen with a diffable data source, whose identifiers are those of rows.
@MainActor
private final class UserList {
    let tableView = UITableView(frame: CGRect(x: 0, y: 0, width: 100, height: 200))
    private var state = ViewState<User>()
    private var subscription: AnyCancellable?
    private var dataSource: UITableViewDiffableDataSource<Int, FeedRow<User>.ID>?

    init() {
        tableView.register(UserCell.self, forCellReuseIdentifier: "user")
    }

    /// Makes the data source, and shows the states.
    func show(_ model: PagingModel<User>) {
        // snippet: begin
        let dataSource = UITableViewDiffableDataSource<Int, FeedRow<User>.ID>(tableView: tableView) {
            [unowned self] tableView, indexPath, _ in
            let cell = tableView.dequeueReusableCell(withIdentifier: "user", for: indexPath)
            (cell as? UserCell)?.show(state.item(atRow: indexPath.row))
            return cell
        }
        subscription = model.states.sink { [unowned self] state in
            self.state = state
            dataSource.apply(state, section: 0)
        }
        // snippet: end
        self.dataSource = dataSource
    }

    func stop() { subscription = nil }

    /// Shows the states again, by the same data source.
    func resume(_ model: PagingModel<User>) {
        subscription = model.states.sink { [unowned self] state in
            self.state = state
            dataSource?.apply(state, section: 0)
        }
    }

    func cell(_ row: Int) -> UserCell? {
        tableView.layoutIfNeeded()
        return tableView.cellForRow(at: IndexPath(row: row, section: 0)) as? UserCell
    }
}

/// Rows of a diffable data source that keep their cells.
@MainActor
struct DiffableRowTests {
    private let clock = VirtualTimeScheduler()
    private let edits = FeedEdits<User, Int>()
    private let list = UserList()
    private let model: PagingModel<User>

    init() {
        let pages = TestPages(
            (0..<60).map { User(id: $0, login: "user \($0)") }, perPage: 20, counts: .exact,
            delay: .milliseconds(100), scheduler: clock)
        let edits = edits
        model = PagingModel { signals in
            signals.paginate(PagingRules(threshold: 5, showsPlaceholders: true), from: pages).edits(edits)
        }
        list.show(model)
        model.loadInitial()
        clock.advance(by: .seconds(1))
    }

    @Test func placeholdersAreRows() {
        #expect(list.tableView.numberOfRows(inSection: 0) == 60)
        #expect(list.cell(0)?.text == "user 0")
    }

    @Test func confirmedRowKeepsItsCell() {
        edits.insert(User(id: -1, login: "sending"), at: .after(1))
        let sending = list.cell(2)
        #expect(sending?.text == "sending")
        edits.confirm(-1, as: User(id: 99, login: "sent"))
        #expect(list.cell(2)?.text == "sent")
        #expect(list.cell(2) === sending)
        // Also when rows are inserted above it, and it is updated again.
        edits.insert(User(id: -2, login: "first"), at: .start)
        edits.update(99) { $0.login = "read" }
        #expect(list.cell(3)?.text == "read")
        #expect(list.cell(3) === sending)
        #expect(list.cell(4)?.text == "user 2")
    }

    @Test func updatedRowIsShown() {
        edits.update(3) { $0.login = "renamed" }
        #expect(list.cell(3)?.text == "renamed")
    }

    /// The first state of a subscriber has the rows that were updated before.
    @Test func rowsThatWereUpdatedDuringAPauseAreShown() {
        list.stop()
        edits.update(3) { $0.login = "renamed" }
        edits.remove(0)
        edits.update(5) { $0.login = "renamed, too" }
        list.resume(model)
        #expect(list.cell(2)?.text == "renamed")
        #expect(list.cell(4)?.text == "renamed, too")
    }

    /// Both states arrive before the first one has been applied.
    @Test func rowsOfStatesThatAreMadeWhileOneIsAppliedAreShown() {
        var isFirst = true
        let subscription = model.states.sink { [edits] _ in
            if !isFirst { return }
            isFirst = false
            edits.update(2) { $0.login = "second" }
            edits.remove(59)
        }
        edits.update(1) { $0.login = "first" }
        #expect(list.cell(1)?.text == "first")
        #expect(list.cell(2)?.text == "second")
        subscription.cancel()
    }

    @Test func refreshedListIsShown() {
        edits.insert(User(id: -1, login: "sending"), at: .start)
        model.send(.refresh)
        clock.advance(by: .seconds(1))
        #expect(list.cell(0)?.text == "user 0")
        #expect(list.tableView.numberOfRows(inSection: 0) == 60)
    }

    @Test func otherSectionsStayAsTheyAre() {
        let dataSource = makeDataSource(identifying: FeedRow<User>.ID.self)
        var own = dataSource.snapshot()
        own.appendSections(["pinned", "users", "more"])
        own.appendItems([.item(-1), .item(-2)], toSection: "pinned")
        own.appendItems([.item(-3)], toSection: "more")
        dataSource.apply(own, animatingDifferences: false)
        let users = (0..<4).map { User(id: $0, login: "user \($0)") }
        dataSource.apply(ViewState(items: PagedItems(Array(users[1...])), change: .reload), section: "users")
        let state = ViewState(items: PagedItems(users), change: RowChange(inserted: [0..<1]))
        dataSource.apply(state, section: "users")
        #expect((0..<3).map { list.tableView.numberOfRows(inSection: $0) } == [2, 4, 1])
        let shown = dataSource.snapshot()
        #expect(shown.sectionIdentifiers == ["pinned", "users", "more"])
        #expect(shown.itemIdentifiers(inSection: "pinned") == [.item(-1), .item(-2)])
        #expect(shown.itemIdentifiers(inSection: "users") == (0..<4).map { FeedRow<User>.ID.item($0) })
        #expect(shown.itemIdentifiers(inSection: "more") == [.item(-3)])
    }

    @Test func sectionThatIsNotThereIsAppended() {
        let dataSource = makeDataSource(identifying: Int.self)
        var own = dataSource.snapshot()
        own.appendSections(["pinned"])
        own.appendItems([-1])
        dataSource.apply(own, animatingDifferences: false)
        let users = (0..<3).map { User(id: $0, login: "user \($0)") }
        dataSource.apply(ViewState(items: PagedItems(users), change: .reload), section: "users")
        #expect(dataSource.snapshot().sectionIdentifiers == ["pinned", "users"])
        #expect(dataSource.snapshot().itemIdentifiers == [-1, 0, 1, 2])
    }

    /// Pages of a source without a stable order repeat items.
    @Test func repeatedItemsDoNotRaise() {
        let items = makeDataSource(identifying: Int.self)
        let rows = makeDataSource(identifying: FeedRow<User>.ID.self)
        let users = [0, 1, 0, 2].map { User(id: $0, login: "user \($0)") }
        let raised = Exceptions.raised {
            for change in [RowChange.reload, RowChange(updated: [0..<4])] {
                let state = ViewState(items: PagedItems(users), change: change)
                items.apply(state, section: "users")
                rows.apply(state, section: "users")
            }
        }
        #expect(raised == [])
        #expect(items.snapshot().itemIdentifiers == [0, 1, 2])
        // The numbers of the rows are those of the state.
        #expect(rows.snapshot().itemIdentifiers == [.item(0), .item(1), .placeholder(-6), .item(2)])
    }

    /// The cell of an item may be of another type than that of a placeholder.
    @Test func repeatedItemDoesNotHaveTheCellOfItsPlaceholder() {
        let dataSource = makeDataSource(identifying: FeedRow<User>.ID.self)
        func apply(_ ids: [Int], _ change: RowChange, placeholdersAfter: Int = 0) -> [FeedRow<User>.ID] {
            let users = ids.map { User(id: $0, login: "user") }
            let state = ViewState(
                items: PagedItems(users), change: change, placeholdersAfter: placeholdersAfter)
            dataSource.apply(state, section: "users")
            return dataSource.snapshot().itemIdentifiers
        }
        let placeholders = apply([0, 1], .reload, placeholdersAfter: 2)
        let items = apply([0, 1, 1, 2], RowChange(updated: [2..<4]))
        #expect(Set(placeholders[2...]).isDisjoint(with: items))
        // A row above takes its number.
        let inserted = apply([5, 0, 1, 1, 2], RowChange(inserted: [0..<1]))
        #expect(inserted[3] != items[2])
    }

    /// Two lists with placeholders, and with an item that both have.
    @Test func rowsOfTwoListsAreNotRepeated() {
        let dataSource = makeDataSource(identifying: FeedRow<User>.ID.self)
        let user = User(id: 0, login: "user")
        let states = [RowChange.reload, RowChange(updated: [2..<3])].map {
            ViewState(items: PagedItems([user]), change: $0, placeholdersBefore: 2, placeholdersAfter: 1)
        }
        let sections = ["new", "old", "other"]
        let raised = Exceptions.raised {
            for state in states { for section in sections { dataSource.apply(state, section: section) } }
        }
        #expect(raised == [])
        let shown = sections.map { dataSource.snapshot().itemIdentifiers(inSection: $0) }
        #expect(shown[0] == [.placeholder(0), .placeholder(1), .item(0), .placeholder(3)])
        #expect(shown.map(\.count) == [4, 4, 4])
        #expect(Set(shown.joined()).count == 12)
    }

    /// Replaces the data source of the table view by one with sections that have names.
    private func makeDataSource<ID: Hashable & Sendable>(
        identifying type: ID.Type
    ) -> UITableViewDiffableDataSource<String, ID> {
        list.stop()
        return UITableViewDiffableDataSource(tableView: list.tableView) { tableView, indexPath, _ in
            tableView.dequeueReusableCell(withIdentifier: "user", for: indexPath)
        }
    }
}
