import Foundation

@MainActor
open class UITableView: UIScrollView {
    public enum RowAnimation: Int, @unchecked Sendable {
        // Sendable: an enumeration without payloads, imported from C.
        case fade = 0
        case right = 1
        case left = 2
        case top = 3
        case bottom = 4
        case none = 5
        case middle = 6
        case automatic = 100
    }

    public enum ScrollPosition: Int, @unchecked Sendable {
        // Sendable: an enumeration without payloads, imported from C.
        case none = 0
        case top = 1
        case middle = 2
        case bottom = 3
    }

    weak open var prefetchDataSource: (any UITableViewDataSourcePrefetching)?
    open var indexPathsForVisibleRows: [IndexPath]? { nil }

    open func reloadData() {}
    open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {}
    open func insertRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {}
    open func deleteRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {}
    open func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {}
    open func rectForRow(at indexPath: IndexPath) -> CGRect { .zero }
    open func scrollToRow(
        at indexPath: IndexPath, at scrollPosition: UITableView.ScrollPosition, animated: Bool
    ) {}
    open func reloadRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {}
    open func reconfigureRows(at indexPaths: [IndexPath]) {}
}

@MainActor
open class UITableViewCell: UIView {}

@MainActor
public protocol UITableViewDataSourcePrefetching: NSObjectProtocol {
    func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath])
}
