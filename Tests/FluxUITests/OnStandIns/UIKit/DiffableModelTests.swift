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

/// A diffable data source that shows the rows of a model.
@MainActor
struct DiffableModelTests {
    private let clock = VirtualTimeScheduler()
    private let edits = FeedEdits<User, Int>()
    private let tableView = UITableView(frame: CGRect(x: 0, y: 0, width: 100, height: 200))
    private let model: PagingModel<User>
    private let subscription: AnyCancellable

    init() {
        let pages = TestPages(
            (0..<60).map { User(id: $0, login: "user \($0)") }, perPage: 20, counts: .exact,
            delay: .milliseconds(100), scheduler: clock)
        let edits = edits
        let model = PagingModel { signals in
            signals.paginate(PagingRules(threshold: 5, showsPlaceholders: true), from: pages).edits(edits)
        }
        self.model = model
        tableView.register(UserCell.self, forCellReuseIdentifier: "user")
        // snippet: begin
        let dataSource = UITableViewDiffableDataSource<Int, FeedRow<User>.ID>(tableView: tableView) {
            [model] tableView, indexPath, _ in
            let cell = tableView.dequeueReusableCell(withIdentifier: "user", for: indexPath)
            (cell as? UserCell)?.show(model.rows[indexPath.row].item)
            return cell
        }
        // snippet: end
        // snippet: begin
        subscription = model.states.sink { [model] _ in dataSource.apply(model, section: 0) }
        // snippet: end
        model.loadInitial()
        clock.advance(by: .seconds(1))
        tableView.layoutIfNeeded()
    }

    private func cell(_ row: Int) -> UserCell? {
        tableView.layoutIfNeeded()
        return tableView.cellForRow(at: IndexPath(row: row, section: 0)) as? UserCell
    }

    @Test func placeholdersAreRows() {
        #expect(tableView.numberOfRows(inSection: 0) == 60)
        #expect(cell(0)?.text == "user 0")
    }

    @Test func confirmedRowKeepsItsCell() {
        edits.insert(User(id: -1, login: "sending"), at: .after(1))
        #expect(cell(2)?.text == "sending")
        let sending = cell(2)
        edits.confirm(-1, as: User(id: 99, login: "sent"))
        #expect(cell(2)?.text == "sent")
        #expect(cell(2) === sending)
        // The row that follows is where it was.
        #expect(cell(3)?.text == "user 2")
    }

    @Test func updatedRowIsShown() {
        edits.update(3) { $0.login = "renamed" }
        #expect(cell(3)?.text == "renamed")
    }

    @Test func refreshedListIsShown() {
        edits.insert(User(id: -1, login: "sending"), at: .start)
        model.send(.refresh)
        clock.advance(by: .seconds(1))
        #expect(cell(0)?.text == "user 0")
        #expect(tableView.numberOfRows(inSection: 0) == 60)
    }
}
