import Foundation
import PagingOperators
import Streams
import UIKitStandIn

extension WillDisplay.After {
    // snippet: begin
    final class UsersViewController: UITableViewController {
        var api = UsersAPI.shared

        let spinner = UIActivityIndicatorView(style: .medium)
        private let signals = PassthroughSubject<ListSignal, Never>()
        private var state = ViewState<User>()
        private var feed: AnyCancellable?

        override func viewDidLoad() {
            super.viewDidLoad()
            tableView.register(UITableViewCell.self, forCellReuseIdentifier: "user")
            tableView.tableFooterView = spinner

            let users = NumberPages(size: 20, fetch: api.users(page:perPage:))
            feed =
                signals
                .paginate(PagingRules(threshold: 1, failurePolicy: .retryOnHint), from: users)
                .receive(on: .main)
                .sink { [weak self] state in self?.show(state) }
        }

        private func show(_ new: ViewState<User>) {
            tableView.apply(new.change) { self.state = new }
            if new.isLoading || new.isPaging { spinner.startAnimating() } else { spinner.stopAnimating() }
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

        override func tableView(
            _ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath
        ) {
            signals.send(.shown(row: indexPath.row))
        }
    }
    // snippet: end
}
