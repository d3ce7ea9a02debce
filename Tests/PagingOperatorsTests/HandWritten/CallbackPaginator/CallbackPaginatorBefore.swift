import Foundation
import UIKitStandIn

/// The paginator class with callbacks.
enum CallbackPaginator {
    enum Before {}
    enum After {}
}

extension CallbackPaginator.Before {
    // snippet: begin
    @MainActor
    final class Paginator<Element> {
        enum RequestStatus {
            case none
            case inProgress
            case done
        }

        typealias Handler = (Paginator) -> Void

        let pageSize: Int
        private(set) var page = 0
        private(set) var total = 0
        private(set) var results: [Element] = []
        private(set) var requestStatus = RequestStatus.none

        private let fetchHandler: (Paginator, _ page: Int, _ pageSize: Int) -> Void
        private let resultsHandler: (Paginator, [Element]) -> Void
        private let resetHandler: Handler?
        private let failureHandler: Handler?
        private let completionHandler: Handler?

        init(
            pageSize: Int,
            fetchHandler: @escaping (Paginator, _ page: Int, _ pageSize: Int) -> Void,
            resultsHandler: @escaping (Paginator, [Element]) -> Void,
            resetHandler: Handler? = nil,
            failureHandler: Handler? = nil,
            completionHandler: Handler? = nil
        ) {
            self.pageSize = pageSize
            self.fetchHandler = fetchHandler
            self.resultsHandler = resultsHandler
            self.resetHandler = resetHandler
            self.failureHandler = failureHandler
            self.completionHandler = completionHandler
        }

        var reachedLastPage: Bool {
            requestStatus == .done && page * pageSize >= total
        }

        func fetchFirstPage() {
            reset()
            fetchNextPage()
        }

        func fetchNextPage() {
            if requestStatus == .inProgress || reachedLastPage { return }
            requestStatus = .inProgress
            fetchHandler(self, page + 1, pageSize)
        }

        func reset() {
            requestStatus = .none
            page = 0
            total = 0
            results = []
            resetHandler?(self)
        }

        func received(results newResults: [Element], total: Int) {
            results += newResults
            page += 1
            self.total = total
            requestStatus = .done
            resultsHandler(self, newResults)
            if reachedLastPage { completionHandler?(self) }
        }

        func failed() {
            requestStatus = .done
            failureHandler?(self)
        }
    }
    // snippet: end

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
