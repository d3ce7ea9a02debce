import Foundation
import PagingOperators

// snippet: begin
extension UITableViewDiffableDataSource where SectionIdentifierType == Int {
    /// Shows the rows of a state.
    func show<Item: Identifiable>(_ state: ViewState<Item>) where ItemIdentifierType == Item.ID {
        var rows = NSDiffableDataSourceSnapshot<Int, Item.ID>()
        rows.appendSections([0])
        rows.appendItems(state.items.map(\.id))
        if state.change.isReload { return applySnapshotUsingReloadData(rows) }
        rows.reconfigureItems(state.change.updated.joined().map { state.items[$0].id })
        apply(rows, animatingDifferences: false)
    }
}
// snippet: end
