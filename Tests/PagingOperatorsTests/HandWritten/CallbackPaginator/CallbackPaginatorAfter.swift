import Foundation
import PagingOperators
import UIKitStandIn

extension CallbackPaginator.After {
    // snippet: begin
    final class UsersViewController: UITableViewController {
        var api = UsersAPI.shared

        let label = UILabel(frame: CGRect(x: 0, y: 0, width: 320, height: 44))

        private lazy var paginator = Paginator<User>(
            pageSize: 20,
            fetchHandler: { [api] paginator, page, pageSize in
                api.countedUsers(page: page, perPage: pageSize) { result in
                    switch result {
                    case .success(let list): paginator.received(results: list.users, total: list.total)
                    case .failure: paginator.failed()
                    }
                }
            },
            resultsHandler: { [weak self] paginator, _ in
                self?.label.text = "\(paginator.results.count) of \(paginator.total)"
                self?.tableView.reloadData()
            },
            resetHandler: { [weak self] _ in
                self?.label.text = "Loading"
                self?.tableView.reloadData()
            },
            failureHandler: { [weak self] _ in self?.label.text = "Failed" },
            completionHandler: { [weak self] paginator in self?.label.text = "All \(paginator.total)" })

        override func viewDidLoad() {
            super.viewDidLoad()
            tableView.register(UITableViewCell.self, forCellReuseIdentifier: "user")
            tableView.tableFooterView = label
            refresh()
        }

        func refresh() {
            paginator.fetchFirstPage()
        }

        override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
            paginator.results.count
        }

        override func tableView(
            _ tableView: UITableView, cellForRowAt indexPath: IndexPath
        ) -> UITableViewCell {
            let cell = tableView.dequeueReusableCell(withIdentifier: "user", for: indexPath)
            var content = cell.defaultContentConfiguration()
            content.text = paginator.results[indexPath.row].login
            cell.contentConfiguration = content
            return cell
        }

        override func tableView(
            _ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath
        ) {
            if indexPath.row == paginator.results.count - 1 { paginator.fetchNextPage() }
        }
    }
    // snippet: end
}
