import Foundation

/// A data source of a table view that computes the difference of identities.
@MainActor
open class NSTableViewDiffableDataSource<SectionIdentifierType, ItemIdentifierType>: NSObject,
    NSTableViewDataSource, NSTableViewDelegate
where
    SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
{
    public typealias CellProvider =
        (
            _ tableView: NSTableView, _ tableColumn: NSTableColumn, _ row: Int,
            _ identifier: ItemIdentifierType
        ) -> NSView

    private weak var tableView: NSTableView?
    private let cellProvider: CellProvider
    private var present = NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>()

    public init(tableView: NSTableView, cellProvider: @escaping NSTableViewDiffableDataSource.CellProvider) {
        self.tableView = tableView
        self.cellProvider = cellProvider
        super.init()
        tableView.delegate = self
        tableView.dataSource = self
    }

    open func snapshot() -> NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType> {
        present
    }

    open func apply(
        _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
        animatingDifferences: Bool, completion: (() -> Void)? = nil
    ) {
        let updates = snapshot.updates(since: present)
        present = snapshot
        if let updates, snapshot.sectionIdentifiers.count == 1 {
            tableView?.beginUpdates()
            tableView?.removeRows(at: IndexSet(updates.removed.map(\.row)))
            tableView?.insertRows(at: IndexSet(updates.inserted.map(\.row)))
            tableView?.endUpdates()
            let reloaded = snapshot.paths(of: snapshot.reloaded).map(\.row)
            tableView?.reloadData(forRowIndexes: IndexSet(reloaded), columnIndexes: [0])
        } else {
            tableView?.reloadData()
        }
        completion?()
    }

    open func numberOfRows(in tableView: NSTableView) -> Int { present.itemIdentifiers.count }

    open func tableView(_ tableView: NSTableView, viewFor tableColumn: NSTableColumn?, row: Int) -> NSView? {
        cellProvider(tableView, tableColumn ?? NSTableColumn(), row, present.itemIdentifiers[row])
    }
}

/// A data source of a collection view that computes the difference of identities.
@MainActor
open class NSCollectionViewDiffableDataSource<SectionIdentifierType, ItemIdentifierType>: NSObject,
    NSCollectionViewDataSource
where
    SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
{
    public typealias ItemProvider =
        (
            _ collectionView: NSCollectionView, _ indexPath: IndexPath, _ itemIdentifier: ItemIdentifierType
        ) -> NSCollectionViewItem?

    private weak var collectionView: NSCollectionView?
    private let itemProvider: ItemProvider
    private var present = NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>()

    public init(
        collectionView: NSCollectionView,
        itemProvider: @escaping NSCollectionViewDiffableDataSource.ItemProvider
    ) {
        self.collectionView = collectionView
        self.itemProvider = itemProvider
        super.init()
        collectionView.dataSource = self
    }

    open func snapshot() -> NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType> {
        present
    }

    open func apply(
        _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
        animatingDifferences: Bool, completion: (() -> Void)? = nil
    ) {
        if let updates = snapshot.updates(since: present) {
            collectionView?.performBatchUpdates {
                self.present = snapshot
                self.collectionView?.deleteItems(at: Set(updates.removed))
                self.collectionView?.insertItems(at: Set(updates.inserted))
                self.collectionView?.reloadItems(at: Set(updates.reloaded))
            }
        } else {
            present = snapshot
            collectionView?.reloadData()
        }
        completion?()
    }

    open func numberOfSections(in collectionView: NSCollectionView) -> Int {
        present.sectionIdentifiers.count
    }

    open func collectionView(_ collectionView: NSCollectionView, numberOfItemsInSection section: Int) -> Int {
        present.counts[section]
    }

    open func collectionView(
        _ collectionView: NSCollectionView, itemForRepresentedObjectAt indexPath: IndexPath
    ) -> NSCollectionViewItem {
        itemProvider(collectionView, indexPath, present.items[indexPath.section][indexPath.item])
            ?? NSCollectionViewItem()
    }
}
