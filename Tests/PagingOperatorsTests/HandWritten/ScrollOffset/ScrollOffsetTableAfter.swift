import Foundation
import PagingOperators
import Streams
import UIKitStandIn

extension ScrollOffset.After {
    // snippet: begin
    final class UsersTableViewController: UITableViewController {
        var api = UsersAPI.shared

        private let signals = PassthroughSubject<ListSignal, Never>()
        private var state = ViewState<User>()
        private var feed: AnyCancellable?

        override func viewDidLoad() {
            super.viewDidLoad()
            tableView.register(UITableViewCell.self, forCellReuseIdentifier: "user")
            tableView.register(UITableViewCell.self, forCellReuseIdentifier: "loading")

            let users = OffsetPages(limit: 30, fetch: api.users(offset:limit:))
            feed =
                signals
                .paginate(PagingRules(threshold: 0, failurePolicy: .retryOnHint), from: users)
                .receive(on: .main)
                .sink { [weak self] state in self?.show(state) }
        }

        private func show(_ new: ViewState<User>) {
            tableView.apply(new.change, reloading: [1]) { self.state = new }
        }

        override func scrollViewDidScroll(_ scrollView: UIScrollView) {
            signals.send(scrollView.scrolled)
        }

        override func numberOfSections(in tableView: UITableView) -> Int { 2 }

        override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
            section == 0 ? state.items.count : state.isLoading || state.isPaging ? 1 : 0
        }

        override func tableView(
            _ tableView: UITableView, cellForRowAt indexPath: IndexPath
        ) -> UITableViewCell {
            let isUser = indexPath.section == 0
            let cell = tableView.dequeueReusableCell(
                withIdentifier: isUser ? "user" : "loading", for: indexPath)
            var content = cell.defaultContentConfiguration()
            content.text = isUser ? state.items[indexPath.row].login : "Loading"
            cell.contentConfiguration = content
            return cell
        }
    }
    // snippet: end
}
