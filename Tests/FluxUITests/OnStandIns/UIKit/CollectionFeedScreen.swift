import FluxUI
import Foundation
import PagingOperators
import PagingSimulation
import UIKit

/// An item with a text.
final class TextItem: UICollectionViewCell {
    var text = ""
}

/// A collection view that shows the states of a feed, with cells of another type for placeholders.
@MainActor
final class CollectionFeedScreen: ListScreen {
    let geometry: ListGeometry
    let collectionView: UICollectionView
    private(set) var state = ViewState<SimulatedRow>()

    init(_ geometry: ListGeometry) {
        self.geometry = geometry
        let layout = UICollectionViewFlowLayout()
        layout.itemSize = CGSize(
            width: ListGeometry.width / CGFloat(geometry.columns), height: geometry.rowHeight)
        layout.minimumLineSpacing = 2
        collectionView = UICollectionView(
            frame: CGRect(x: 0, y: 0, width: ListGeometry.width, height: geometry.height),
            collectionViewLayout: layout)
        collectionView.contentInset = UIEdgeInsets(top: geometry.insets.top, bottom: geometry.insets.bottom)
        for name in ["item", "placeholder"] {
            collectionView.register(TextItem.self, forCellWithReuseIdentifier: name)
        }
        collectionView.dataSource = self
        layOut()
    }

    func show(_ state: ViewState<SimulatedRow>) {
        collectionView.show(
            state, replacing: self.state, inSection: geometry.section, reloading: geometry.reloadedSections
        ) { self.state = state }
    }

    func layOut() { collectionView.layoutIfNeeded() }

    var offset: CGFloat {
        get { collectionView.contentOffset.y }
        set { collectionView.contentOffset.y = newValue }
    }

    var contentHeight: CGFloat { collectionView.contentSize.height }
    var rowsInView: Range<Int>? { collectionView.rowsInView(inSection: geometry.section) }

    func minY(ofRow row: Int) -> CGFloat {
        collectionView.layoutAttributesForItem(at: [geometry.section, row])?.frame.minY ?? 0
    }

    var texts: [Int: String] {
        let paths = collectionView.indexPathsForVisibleItems.filter { $0.section == geometry.section }
        return Dictionary(
            uniqueKeysWithValues: paths.map { path in
                (path.item, (collectionView.cellForItem(at: path) as? TextItem)?.text ?? "")
            })
    }
}

extension CollectionFeedScreen: UICollectionViewDataSource {
    func numberOfSections(in collectionView: UICollectionView) -> Int { geometry.sectionCount }

    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
        section == geometry.section ? state.rowCount : rowCount(ofOther: section)
    }

    func collectionView(
        _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
        let isOfList = indexPath.section == geometry.section
        let isPlaceholder = isOfList && state.item(atRow: indexPath.item) == nil
        let cell = collectionView.dequeueReusableCell(
            withReuseIdentifier: isPlaceholder ? "placeholder" : "item", for: indexPath)
        (cell as? TextItem)?.text = isOfList ? text(ofRow: indexPath.item) : "other"
        return cell
    }
}

/// A collection view with a diffable data source.
@MainActor
final class DiffableCollectionScreen: ListScreen {
    var showsAll: Bool { false }
    var isDiffable: Bool { true }

    let geometry: ListGeometry
    let collectionView: UICollectionView
    private(set) var state = ViewState<SimulatedRow>()
    private var dataSource: UICollectionViewDiffableDataSource<Int, Int>?

    init(_ geometry: ListGeometry) {
        self.geometry = geometry
        collectionView = UICollectionView(
            frame: CGRect(x: 0, y: 0, width: ListGeometry.width, height: geometry.height))
        collectionView.register(TextItem.self, forCellWithReuseIdentifier: "item")
        dataSource = UICollectionViewDiffableDataSource(collectionView: collectionView) {
            [unowned self] view, path, id in
            let cell = view.dequeueReusableCell(withReuseIdentifier: "item", for: path)
            (cell as? TextItem)?.text = state.items.first { $0.id == id }.map { "\($0)" } ?? "none"
            return cell
        }
    }

    func show(_ state: ViewState<SimulatedRow>) {
        self.state = state
        dataSource?.apply(state, section: 7)
    }

    func layOut() { collectionView.layoutIfNeeded() }

    var offset: CGFloat {
        get { collectionView.contentOffset.y }
        set { collectionView.contentOffset.y = newValue }
    }

    var contentHeight: CGFloat { collectionView.contentSize.height }
    var rowsInView: Range<Int>? { collectionView.rowsInView() }

    func minY(ofRow row: Int) -> CGFloat {
        collectionView.layoutAttributesForItem(at: [0, row])?.frame.minY ?? 0
    }

    var texts: [Int: String] {
        Dictionary(
            uniqueKeysWithValues: collectionView.indexPathsForVisibleItems.map { path in
                (path.item, (collectionView.cellForItem(at: path) as? TextItem)?.text ?? "")
            })
    }
}
