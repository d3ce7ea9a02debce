import Foundation
import Testing

/// The identities of a list's rows.
struct NSDiffableDataSourceSnapshot<SectionIdentifierType: Hashable, ItemIdentifierType: Hashable> {
    private(set) var sectionIdentifiers: [SectionIdentifierType] = []
    private(set) var itemIdentifiers: [ItemIdentifierType] = []
    private(set) var reconfiguredItemIdentifiers: [ItemIdentifierType] = []

    mutating func appendSections(_ identifiers: [SectionIdentifierType]) {
        sectionIdentifiers += identifiers
    }

    mutating func appendItems(_ identifiers: [ItemIdentifierType]) {
        itemIdentifiers += identifiers
        if Set(itemIdentifiers).count < itemIdentifiers.count {
            Issue.record("Two rows have the same identity.")
        }
    }

    mutating func reconfigureItems(_ identifiers: [ItemIdentifierType]) {
        if !Set(identifiers).isSubset(of: itemIdentifiers) {
            Issue.record("A row to reconfigure is not there.")
        }
        reconfiguredItemIdentifiers += identifiers
    }
}

/// A data source of a table that computes the difference of identities; here, of one section.
@MainActor
final class UITableViewDiffableDataSource<SectionIdentifierType: Hashable, ItemIdentifierType: Hashable>:
    UITableViewDataSource
{
    typealias Snapshot = NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
    typealias CellProvider = (UITableView, IndexPath, ItemIdentifierType) -> UITableViewCell?

    private weak var tableView: UITableView?
    private let cellProvider: CellProvider
    private var present = Snapshot()

    init(tableView: UITableView, cellProvider: @escaping CellProvider) {
        self.tableView = tableView
        self.cellProvider = cellProvider
        tableView.dataSource = self
    }

    func applySnapshotUsingReloadData(_ snapshot: Snapshot) {
        present = snapshot
        tableView?.reloadData()
    }

    func apply(_ snapshot: Snapshot, animatingDifferences: Bool = true) {
        let difference = snapshot.itemIdentifiers.difference(from: present.itemIdentifiers)
        let hadSections = !present.sectionIdentifiers.isEmpty
        present = snapshot
        if !hadSections { return tableView?.reloadData() ?? () }
        tableView?.performBatchUpdates {
            self.tableView?.deleteRows(at: difference.removals.map(\.indexPath), with: .none)
            self.tableView?.insertRows(at: difference.insertions.map(\.indexPath), with: .none)
        }
        let reconfigured = Set(snapshot.reconfiguredItemIdentifiers)
        let rows = snapshot.itemIdentifiers.indices.filter {
            reconfigured.contains(snapshot.itemIdentifiers[$0])
        }
        tableView?.reconfigureRows(at: rows.map { IndexPath(row: $0, section: 0) })
    }

    func numberOfSections(in tableView: UITableView) -> Int { present.sectionIdentifiers.count }

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        present.itemIdentifiers.count
    }

    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        cellProvider(tableView, indexPath, present.itemIdentifiers[indexPath.row]) ?? UITableViewCell()
    }
}

extension CollectionDifference.Change {
    fileprivate var indexPath: IndexPath {
        switch self {
        case .insert(let offset, _, _), .remove(let offset, _, _): IndexPath(row: offset, section: 0)
        }
    }
}
