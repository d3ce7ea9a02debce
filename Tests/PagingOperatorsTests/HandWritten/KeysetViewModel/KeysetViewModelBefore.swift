import Foundation
import UIKitStandIn

/// The view model that pages by the last user's id, prefetches, and drops duplicates.
enum KeysetViewModel {
    enum Before {}
    enum After {}
}

extension KeysetViewModel.Before {
    // snippet: begin
    @MainActor
    final class UsersViewModel {
        var onChange: () -> Void = {}

        private(set) var users: [User] = []
        private(set) var isFetching = false
        private(set) var error: (any Error)?
        private var ids: Set<Int> = []
        private var since = 0
        private var reachedEnd = false
        private let api: UsersAPI

        init(api: UsersAPI) {
            self.api = api
        }

        func fetchNextPage() {
            guard !isFetching, !reachedEnd else { return }
            isFetching = true
            error = nil
            onChange()
            api.users(since: since, perPage: 30) { [weak self] result in
                guard let self else { return }
                isFetching = false
                switch result {
                case .success(let page):
                    let newUsers = page.filter { self.ids.insert($0.id).inserted }
                    reachedEnd = newUsers.isEmpty
                    since = page.last?.id ?? since
                    users += newUsers
                case .failure(let failure):
                    error = failure
                }
                onChange()
            }
        }

        func prefetch(rows: [Int]) {
            guard error == nil else { return }
            if rows.contains(where: { $0 >= users.count - 5 }) { fetchNextPage() }
        }

        func retry() {
            if error != nil { fetchNextPage() }
        }
    }
    // snippet: end

    // snippet: begin
    final class UsersViewController: UITableViewController, UITableViewDataSourcePrefetching {
        var model = UsersViewModel(api: .shared)

        override func viewDidLoad() {
            super.viewDidLoad()
            tableView.register(UITableViewCell.self, forCellReuseIdentifier: "user")
            tableView.prefetchDataSource = self
            model.onChange = { [weak self] in self?.tableView.reloadData() }
            model.fetchNextPage()
        }

        override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
            model.users.count
        }

        override func tableView(
            _ tableView: UITableView, cellForRowAt indexPath: IndexPath
        ) -> UITableViewCell {
            let cell = tableView.dequeueReusableCell(withIdentifier: "user", for: indexPath)
            var content = cell.defaultContentConfiguration()
            content.text = model.users[indexPath.row].login
            cell.contentConfiguration = content
            return cell
        }

        func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath]) {
            model.prefetch(rows: indexPaths.map(\.row))
        }
    }
    // snippet: end
}
