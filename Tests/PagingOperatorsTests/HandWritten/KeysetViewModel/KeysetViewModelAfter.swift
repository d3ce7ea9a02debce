import Foundation
import PagingOperators
import Streams
import UIKitStandIn

extension KeysetViewModel.After {
    // snippet: begin
    @MainActor
    final class UsersViewModel {
        var onChange: (ViewState<User>) -> Void = { _ in }

        private let api: UsersAPI
        private let signals = PassthroughSubject<ListSignal, Never>()
        private var feed: AnyCancellable?

        init(api: UsersAPI) {
            self.api = api
        }

        func load() {
            let users = KeysetPages(by: \User.id, perPage: 30) { [api] since, perPage in
                try await api.users(since: since ?? 0, perPage: perPage)
            }
            feed =
                signals
                .paginate(threshold: 5, from: users)
                .dedupe(by: \.id)
                .receive(on: .main)
                .sink { [weak self] state in self?.onChange(state) }
        }

        func prefetch(rows: [Int]) {
            guard let first = rows.min(), let last = rows.max() else { return }
            signals.send(.prefetch(rows: first..<last + 1))
        }

        func retry() {
            signals.send(.retry)
        }
    }
    // snippet: end

    // snippet: begin
    final class UsersViewController: UITableViewController, UITableViewDataSourcePrefetching {
        var model = UsersViewModel(api: .shared)
        private(set) var state = ViewState<User>()

        override func viewDidLoad() {
            super.viewDidLoad()
            tableView.register(UITableViewCell.self, forCellReuseIdentifier: "user")
            tableView.prefetchDataSource = self
            model.onChange = { [weak self] state in self?.show(state) }
            model.load()
        }

        private func show(_ new: ViewState<User>) {
            tableView.apply(new.change) { self.state = new }
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

        func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath]) {
            model.prefetch(rows: indexPaths.map(\.row))
        }
    }
    // snippet: end
}
