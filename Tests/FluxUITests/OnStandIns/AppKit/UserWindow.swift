import AppKit
import FluxUI
import PagingOperators
import Streams

/// A window with a table view, a collection view and diffable data sources.
@MainActor
final class UserWindow {
    private let tableView = NSTableView()
    private let collectionView = NSCollectionView()
    private let signals = PassthroughSubject<ListSignal, Never>()
    private var prefetching: PrefetchingDataSource?
    private var state = ViewState<User>()

    func prefetch() {
        prefetching = PrefetchingDataSource { [signals] in signals.send($0) }
        collectionView.prefetchDataSource = prefetching
    }

    func show(_ state: ViewState<User>) {
        tableView.apply(state.change, withAnimation: .effectFade) { self.state = state }
        collectionView.apply(state.change) { self.state = state }
        // snippet: begin
        tableView.show(state) { self.state = state }
        // snippet: end
        // snippet: begin
        collectionView.show(state) { self.state = state }
        // snippet: end
        collectionView.apply(state.change, reloading: [1]) { self.state = state }
        collectionView.show(state, reloading: [1]) { self.state = state }
        if let rows = tableView.rowsInView { signals.send(.shown(rows: rows)) }
        if let rows = collectionView.rowsInView() { signals.send(.shown(rows: rows)) }
    }

    func show(
        _ state: ViewState<User>, in table: NSTableViewDiffableDataSource<String, Int>,
        and collection: NSCollectionViewDiffableDataSource<Int, Int>
    ) {
        table.apply(state, section: "users", animatingDifferences: true)
        collection.apply(state, section: 0)
    }

    func show(
        _ state: ViewState<User>, in table: NSTableViewDiffableDataSource<String, FeedRow<User>.ID>,
        and collection: NSCollectionViewDiffableDataSource<Int, FeedRow<User>.ID>
    ) {
        table.apply(state, section: "users", animatingDifferences: true)
        collection.apply(state, section: 0)
    }

    func didScroll(_ scrollView: NSScrollView) { signals.send(scrollView.scrolled) }
}
