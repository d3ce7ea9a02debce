import Foundation
import UIKitStandIn

/// The pager that uses the scroll offset and has a section with a loading cell.
enum ScrollOffset {
    enum Before {}
    enum After {}
}

extension ScrollOffset.Before {
    // snippet: begin
    final class UsersTableViewController: UITableViewController {
        var api = UsersAPI.shared

        private var users: [User] = []
        private var fetchingMore = false
        private var hasMore = true

        override func viewDidLoad() {
            super.viewDidLoad()
            tableView.register(UITableViewCell.self, forCellReuseIdentifier: "user")
            tableView.register(UITableViewCell.self, forCellReuseIdentifier: "loading")
            beginBatchFetch()
        }

        override func scrollViewDidScroll(_ scrollView: UIScrollView) {
            let rest = scrollView.contentSize.height - scrollView.contentOffset.y - scrollView.bounds.height
            if rest <= scrollView.bounds.height { beginBatchFetch() }
        }

        private func beginBatchFetch() {
            guard !fetchingMore, hasMore else { return }
            fetchingMore = true
            tableView.reloadSections([1], with: .none)
            api.users(offset: users.count, limit: 30) { [weak self] result in
                guard let self else { return }
                fetchingMore = false
                if case .success(let newUsers) = result {
                    users += newUsers
                    hasMore = !newUsers.isEmpty
                }
                tableView.reloadData()
            }
        }

        override func numberOfSections(in tableView: UITableView) -> Int { 2 }

        override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
            section == 0 ? users.count : fetchingMore ? 1 : 0
        }

        override func tableView(
            _ tableView: UITableView, cellForRowAt indexPath: IndexPath
        ) -> UITableViewCell {
            let isUser = indexPath.section == 0
            let cell = tableView.dequeueReusableCell(
                withIdentifier: isUser ? "user" : "loading", for: indexPath)
            var content = cell.defaultContentConfiguration()
            content.text = isUser ? users[indexPath.row].login : "Loading"
            cell.contentConfiguration = content
            return cell
        }
    }
    // snippet: end
    // snippet: begin
    final class UsersCollectionViewController: UICollectionViewController {
        var api = UsersAPI.shared

        private var users: [User] = []
        private var fetchingMore = false
        private var hasMore = true

        private let cells = UICollectionView.CellRegistration<UICollectionViewListCell, String> {
            cell, _, text in
            var content = cell.defaultContentConfiguration()
            content.text = text
            cell.contentConfiguration = content
        }

        override func viewDidLoad() {
            super.viewDidLoad()
            beginBatchFetch()
        }

        override func scrollViewDidScroll(_ scrollView: UIScrollView) {
            let rest = scrollView.contentSize.height - scrollView.contentOffset.y - scrollView.bounds.height
            if rest <= scrollView.bounds.height { beginBatchFetch() }
        }

        private func beginBatchFetch() {
            guard !fetchingMore, hasMore else { return }
            fetchingMore = true
            collectionView.reloadSections([1])
            api.users(offset: users.count, limit: 30) { [weak self] result in
                guard let self else { return }
                fetchingMore = false
                if case .success(let newUsers) = result {
                    users += newUsers
                    hasMore = !newUsers.isEmpty
                }
                collectionView.reloadData()
            }
        }

        override func numberOfSections(in collectionView: UICollectionView) -> Int { 2 }

        override func collectionView(
            _ collectionView: UICollectionView, numberOfItemsInSection section: Int
        ) -> Int {
            section == 0 ? users.count : fetchingMore ? 1 : 0
        }

        override func collectionView(
            _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
        ) -> UICollectionViewCell {
            let text = indexPath.section == 0 ? users[indexPath.item].login : "Loading"
            return collectionView.dequeueConfiguredReusableCell(using: cells, for: indexPath, item: text)
        }
    }
    // snippet: end
}
