import FluxUI
import PagingOperators
import Streams
import UIKit

/// A screen with a table view, a collection view and diffable data sources.
@MainActor
final class UserTable {
    private let tableView = UITableView()
    private let collectionView = UICollectionView()
    private let signals = PassthroughSubject<ListSignal, Never>()
    private var prefetching: PrefetchingDataSource?
    private var state = ViewState<User>()

    func prefetch() {
        // snippet: begin
        prefetching = PrefetchingDataSource { [signals] in signals.send($0) }
        tableView.prefetchDataSource = prefetching
        // snippet: end
        collectionView.prefetchDataSource = prefetching
    }

    func showInTable(_ state: ViewState<User>) {
        // snippet: begin
        tableView.apply(state.change) { self.state = state }
        // snippet: end
        // snippet: begin
        tableView.show(state, replacing: self.state) { self.state = state }
        // snippet: end
        tableView.apply(state.change, toSection: 2, reloading: [1], with: .fade) { self.state = state }
        // snippet: begin
        tableView.apply(state.change, reloading: [1]) { self.state = state }
        // snippet: end
        // snippet: begin
        tableView.show(state, replacing: self.state, reloading: [1]) { self.state = state }
        // snippet: end
        if let rows = tableView.rowsInView() { signals.send(.shown(rows: rows)) }
    }

    func showInCollection(_ state: ViewState<User>) {
        // snippet: begin
        collectionView.apply(state.change) { self.state = state }
        // snippet: end
        // snippet: begin
        collectionView.show(state, replacing: self.state) { self.state = state }
        // snippet: end
        // snippet: begin
        collectionView.apply(state.change, reloading: [1]) { self.state = state }
        // snippet: end
        collectionView.show(state, replacing: self.state, inSection: 1, reloading: [0]) { self.state = state }
        if let rows = collectionView.rowsInView(inSection: 1) { signals.send(.shown(rows: rows)) }
    }

    func show(
        _ state: ViewState<User>, in table: UITableViewDiffableDataSource<String, Int>,
        and collection: UICollectionViewDiffableDataSource<Int, Int>
    ) {
        table.apply(state, section: "users", animatingDifferences: true)
        collection.apply(state, section: 0)
    }

    func show(
        _ state: ViewState<User>, in collection: UICollectionViewDiffableDataSource<Int, FeedRow<User>.ID>
    ) {
        collection.apply(state, section: 0)
    }

    // snippet: begin
    func scrollViewDidScroll(_ scrollView: UIScrollView) { signals.send(scrollView.scrolled) }
    // snippet: end
}
