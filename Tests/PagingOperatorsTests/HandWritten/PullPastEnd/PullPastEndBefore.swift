import Foundation
import UIKitStandIn

/// The pager that loads when the list is pulled past its end and released.
enum PullPastEnd {
    enum Before {}
    enum After {}
}

extension PullPastEnd.Before {
    // snippet: begin
    final class UsersViewController: UITableViewController {
        var api = UsersAPI.shared

        let label = UILabel(frame: CGRect(x: 0, y: 0, width: 320, height: 44))
        private var users: [User] = []
        private var isLoading = false
        private var hasMore = true

        override func viewDidLoad() {
            super.viewDidLoad()
            tableView.register(UITableViewCell.self, forCellReuseIdentifier: "user")
            tableView.tableFooterView = label
            loadMore()
        }

        private func loadMore() {
            guard !isLoading, hasMore else { return }
            isLoading = true
            updateLabel()
            api.users(offset: users.count, limit: 20) { [weak self] result in
                guard let self else { return }
                isLoading = false
                if case .success(let newUsers) = result {
                    hasMore = newUsers.count == 20
                    users += newUsers
                    tableView.reloadData()
                }
                updateLabel()
            }
        }

        private var isPulled: Bool {
            let bottom = tableView.contentOffset.y + tableView.bounds.height
            return bottom - tableView.contentSize.height >= 60
        }

        private func updateLabel() {
            if isLoading {
                label.text = "Loading"
            } else if !hasMore {
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
            if isPulled { loadMore() }
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
    }
    // snippet: end
}
