import PagingOperators
import Streams
import Testing
import TestSupport
import UIKitStandIn

/// The extension that articles print for diffable data sources.
@MainActor
struct DiffableDataSourceTests {
    @Test func snapshotsFollowTheStatesChanges() {
        let table = UITableView(frame: .init(x: 0, y: 0, width: 320, height: 440))
        table.register(UITableViewCell.self, forCellReuseIdentifier: "user")
        let server = Locked(0)
        let pages = NumberPages(size: 4) { page, size in
            let generation = server.withLock { $0 }
            // A row is repeated across the boundary of the pages.
            return Just(
                (0..<size).map { row in
                    let id = page * size + row - (page > 1 ? 1 : 0)
                    return User(id: id, login: "user \(id), \(generation)")
                })
        }
        let signals = PassthroughSubject<ListSignal, Never>()
        let edits = FeedEdits(by: \User.id)
        var rows = PagedItems<User>()
        let source = UITableViewDiffableDataSource<Int, Int>(tableView: table) { _, indexPath, _ in
            let cell = table.dequeueReusableCell(withIdentifier: "user", for: indexPath)
            var content = cell.defaultContentConfiguration()
            content.text = rows[indexPath.row].login
            cell.contentConfiguration = content
            return cell
        }
        let states = Log<ViewState<User>>()
        let feed = signals.paginate(threshold: 0, from: pages).dedupe(by: \.id).edits(edits).sink {
            states.append($0)
        }
        var shown = 0
        func expect(_ texts: [String], sourceLocation: SourceLocation = #_sourceLocation) {
            for state in states.entries.dropFirst(shown) {
                rows = state.items
                source.show(state)
                table.layoutIfNeeded()
            }
            shown = states.count
            let visible = (table.indexPathsForVisibleRows ?? []).compactMap { path in
                (table.cellForRow(at: path)?.contentConfiguration as? UIListContentConfiguration)?.text
            }
            #expect(visible == texts, sourceLocation: sourceLocation)
        }

        expect((4...7).map { "user \($0), 0" })
        signals.send(.loadMore)
        expect((4...10).map { "user \($0), 0" })

        edits.update(5) { $0 = User(id: $0.id, login: "changed") }
        edits.remove(8)
        expect(["user 4, 0", "changed", "user 6, 0", "user 7, 0", "user 9, 0", "user 10, 0"])

        server.withLock { $0 = 1 }
        signals.send(.refresh)
        expect((4...7).map { "user \($0), 1" })
        feed.cancel()
    }
}
