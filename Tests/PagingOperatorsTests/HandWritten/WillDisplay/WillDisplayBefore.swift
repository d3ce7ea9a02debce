import Foundation
import UIKitStandIn

/// The pager in `willDisplay` with a spinner in the footer.
enum WillDisplay {
    enum Before {}
    enum After {}
}

extension WillDisplay.Before {
    // snippet: begin
    final class UsersViewController: UITableViewController {
        var api = UsersAPI.shared

        let spinner = UIActivityIndicatorView(style: .medium)
        private var users: [User] = []
        private var page = 1
        private var isLoading = false
        private var hasMore = true

        override func viewDidLoad() {
            super.viewDidLoad()
            tableView.register(UITableViewCell.self, forCellReuseIdentifier: "user")
            tableView.tableFooterView = spinner
            loadNextPage()
        }

        private func loadNextPage() {
            guard !isLoading, hasMore else { return }
            isLoading = true
            spinner.startAnimating()
            api.users(page: page, perPage: 20) { [weak self] result in
                guard let self else { return }
                isLoading = false
                spinner.stopAnimating()
                guard case .success(let newUsers) = result else { return }
                hasMore = !newUsers.isEmpty
                page += 1
                users += newUsers
                tableView.reloadData()
            }
        }

        override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
            users.count
        }

        override func tableView(
            _ tableView: UITableView, cellForRowAt indexPath: IndexPath
        ) -> UITableViewCell {
            let cell = tableView.dequeueReusableCell(withIdentifier: "user", for: indexPath)
            var content = cell.defaultContentConfiguration()
            content.text = users[indexPath.row].login
            cell.contentConfiguration = content
            return cell
        }

        override func tableView(
            _ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath
        ) {
            if indexPath.row == users.count - 1 { loadNextPage() }
        }
    }
    // snippet: end
}
