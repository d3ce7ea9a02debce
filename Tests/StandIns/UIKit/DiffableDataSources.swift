import Foundation

/// A data source of a table view that computes the difference of identities.
@MainActor
open class UITableViewDiffableDataSource<SectionIdentifierType, ItemIdentifierType>: NSObject,
    UITableViewDataSource
where
    SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
{
    public typealias CellProvider =
        (
            _ tableView: UITableView, _ indexPath: IndexPath, _ itemIdentifier: ItemIdentifierType
        ) -> UITableViewCell?

    private weak var tableView: UITableView?
    private let cellProvider: CellProvider
    private var present = NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>()

    public init(tableView: UITableView, cellProvider: @escaping UITableViewDiffableDataSource.CellProvider) {
        self.tableView = tableView
        self.cellProvider = cellProvider
        super.init()
        tableView.dataSource = self
    }

    nonisolated open func snapshot() -> NSDiffableDataSourceSnapshot<
        SectionIdentifierType, ItemIdentifierType
    > {
        MainActor.assumeIsolated { present }
    }

    nonisolated open func apply(
        _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
        animatingDifferences: Bool = true, completion: (() -> Void)? = nil
    ) {
        MainActor.assumeIsolated { show(snapshot) }
        completion?()
    }

    nonisolated open func applySnapshotUsingReloadData(
        _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
        completion: (() -> Void)? = nil
    ) {
        MainActor.assumeIsolated { reload(snapshot) }
        completion?()
    }

    private func reload(_ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>) {
        present = snapshot
        tableView?.reloadData()
    }

    private func show(_ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>) {
        guard let updates = snapshot.updates(since: present) else { return reload(snapshot) }
        tableView?.performBatchUpdates {
            self.present = snapshot
            self.tableView?.deleteRows(at: updates.removed, with: .automatic)
            self.tableView?.insertRows(at: updates.inserted, with: .automatic)
            self.tableView?.reloadRows(at: updates.reloaded, with: .automatic)
        }
        tableView?.reconfigureRows(at: snapshot.paths(of: snapshot.reconfigured))
    }

    open func numberOfSections(in tableView: UITableView) -> Int { present.sectionIdentifiers.count }

    open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        present.counts[section]
    }

    open func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        cellProvider(tableView, indexPath, present.items[indexPath.section][indexPath.row])
            ?? UITableViewCell()
    }
}

/// A data source of a collection view that computes the difference of identities.
@MainActor
open class UICollectionViewDiffableDataSource<SectionIdentifierType, ItemIdentifierType>: NSObject,
    UICollectionViewDataSource
where
    SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
{
    public typealias CellProvider =
        (
            _ collectionView: UICollectionView, _ indexPath: IndexPath, _ itemIdentifier: ItemIdentifierType
        ) -> UICollectionViewCell?

    private weak var collectionView: UICollectionView?
    private let cellProvider: CellProvider
    private var present = NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>()

    public init(
        collectionView: UICollectionView,
        cellProvider: @escaping UICollectionViewDiffableDataSource.CellProvider
    ) {
        self.collectionView = collectionView
        self.cellProvider = cellProvider
        super.init()
        collectionView.dataSource = self
    }

    nonisolated open func snapshot() -> NSDiffableDataSourceSnapshot<
        SectionIdentifierType, ItemIdentifierType
    > {
        MainActor.assumeIsolated { present }
    }

    nonisolated open func apply(
        _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
        animatingDifferences: Bool = true, completion: (() -> Void)? = nil
    ) {
        MainActor.assumeIsolated { show(snapshot) }
        completion?()
    }

    nonisolated open func applySnapshotUsingReloadData(
        _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
        completion: (() -> Void)? = nil
    ) {
        MainActor.assumeIsolated { reload(snapshot) }
        completion?()
    }

    private func reload(_ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>) {
        present = snapshot
        collectionView?.reloadData()
    }

    private func show(_ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>) {
        guard let updates = snapshot.updates(since: present) else { return reload(snapshot) }
        collectionView?.performBatchUpdates {
            self.present = snapshot
            self.collectionView?.deleteItems(at: updates.removed)
            self.collectionView?.insertItems(at: updates.inserted)
            self.collectionView?.reloadItems(at: updates.reloaded)
        }
        collectionView?.reconfigureItems(at: snapshot.paths(of: snapshot.reconfigured))
    }

    open func numberOfSections(in collectionView: UICollectionView) -> Int {
        present.sectionIdentifiers.count
    }

    open func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
        present.counts[section]
    }

    open func collectionView(
        _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
        cellProvider(collectionView, indexPath, present.items[indexPath.section][indexPath.item])
            ?? UICollectionViewCell()
    }
}
