import Foundation
import PagingOperators
import Streams
import UIKitStandIn

extension PullPastEnd.After {
    // snippet: begin
    final class UsersViewController: UITableViewController {
        var api = UsersAPI.shared

        let label = UILabel(frame: CGRect(x: 0, y: 0, width: 320, height: 44))
        private let signals = PassthroughSubject<ListSignal, Never>()
        private var state = ViewState<User>()
        private var feed: AnyCancellable?

        override func viewDidLoad() {
            super.viewDidLoad()
            tableView.register(UITableViewCell.self, forCellReuseIdentifier: "user")
            tableView.tableFooterView = label

            let users = OffsetPages(limit: 20, end: .shortPage, fetch: api.users(offset:limit:))
            let rules = PagingRules(
                threshold: 0, failurePolicy: .retryOnHint, scrollPolicy: .pulled(distance: 60))
            feed =
                signals
                .paginate(rules, from: users)
                .receive(on: .main)
                .sink { [weak self] state in self?.show(state) }
        }

        private func show(_ new: ViewState<User>) {
            tableView.apply(new.change) { self.state = new }
            updateLabel()
        }

        private var isPulled: Bool {
            let viewport = tableView.viewport
            return viewport.maxY - max(tableView.contentSize.height, viewport.height) >= 60
        }

        private func updateLabel() {
            if state.isLoading || state.isPaging {
                label.text = "Loading"
            } else if !state.hasMore {
                label.text = "That's all"
            } else {
                label.text = isPulled ? "Release to load more" : "Pull to load more"
            }
        }

        override func scrollViewDidScroll(_ scrollView: UIScrollView) {
            updateLabel()
        }

        override func scrollViewDidEndDragging(
            _ scrollView: UIScrollView, willDecelerate decelerate: Bool
        ) {
            signals.send(scrollView.scrolled)
        }

        override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
            state.items.count
        }

        override func tableView(
            _ tableView: UITableView, cellForRowAt indexPath: IndexPath
        ) -> UITableViewCell {
            let cell = tableView.dequeueReusableCell(withIdentifier: "user", for: indexPath)
            var content = cell.defaultContentConfiguration()
            content.text = state.items[indexPath.row].login
            cell.contentConfiguration = content
            return cell
        }
    }
    // snippet: end
}
