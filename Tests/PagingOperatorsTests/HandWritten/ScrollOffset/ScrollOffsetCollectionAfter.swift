import Foundation
import PagingOperators
import Streams
import UIKitStandIn

extension ScrollOffset.After {
    // snippet: begin
    final class UsersCollectionViewController: UICollectionViewController {
        var api = UsersAPI.shared

        private let signals = PassthroughSubject<ListSignal, Never>()
        private var state = ViewState<User>()
        private var feed: AnyCancellable?

        private let cells = UICollectionView.CellRegistration<UICollectionViewListCell, String> {
            cell, _, text in
            var content = cell.defaultContentConfiguration()
            content.text = text
            cell.contentConfiguration = content
        }

        override func viewDidLoad() {
            super.viewDidLoad()
            let users = OffsetPages(limit: 30, fetch: api.users(offset:limit:))
            feed =
                signals
                .paginate(PagingRules(threshold: 0, failurePolicy: .retryOnHint), from: users)
                .receive(on: .main)
                .sink { [weak self] state in self?.show(state) }
        }

        private func show(_ new: ViewState<User>) {
            collectionView.apply(new.change, reloading: [1]) { self.state = new }
        }

        override func scrollViewDidScroll(_ scrollView: UIScrollView) {
            signals.send(scrollView.scrolled)
        }

        override func numberOfSections(in collectionView: UICollectionView) -> Int { 2 }

        override func collectionView(
            _ collectionView: UICollectionView, numberOfItemsInSection section: Int
        ) -> Int {
            section == 0 ? state.items.count : state.isLoading || state.isPaging ? 1 : 0
        }

        override func collectionView(
            _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
        ) -> UICollectionViewCell {
            let text = indexPath.section == 0 ? state.items[indexPath.item].login : "Loading"
            return collectionView.dequeueConfiguredReusableCell(using: cells, for: indexPath, item: text)
        }
    }
    // snippet: end
}
