import UIKitStandIn

/// A screen with a table. The controller provides the footer.
@MainActor
final class TableScreen<Controller: UITableViewController>: StoryScreen {
    let controller: Controller
    private let footerOf: (Controller) -> String

    init(_ controller: Controller, footer: @escaping (Controller) -> String) {
        self.controller = controller
        footerOf = footer
        controller.loadViewIfNeeded()
    }

    var scrollView: UIScrollView { controller.tableView }
    var rowCount: Int { controller.tableView(controller.tableView, numberOfRowsInSection: 0) }
    var visibleTexts: [String] {
        (controller.tableView.indexPathsForVisibleRows ?? []).filter { $0.section == 0 }
            .compactMap { text(of: controller.tableView.cellForRow(at: $0)?.contentConfiguration) }
    }
    var footer: String { footerOf(controller) }
}

/// A screen with a collection.
@MainActor
final class CollectionScreen<Controller: UICollectionViewController>: StoryScreen {
    let controller: Controller
    private let footerOf: (Controller) -> String

    init(_ controller: Controller, footer: @escaping (Controller) -> String) {
        self.controller = controller
        footerOf = footer
        controller.loadViewIfNeeded()
    }

    var scrollView: UIScrollView { controller.collectionView }
    var rowCount: Int { controller.collectionView(controller.collectionView, numberOfItemsInSection: 0) }
    var visibleTexts: [String] {
        controller.collectionView.indexPathsForVisibleItems.filter { $0.section == 0 }
            .compactMap { controller.collectionView.cellForItem(at: $0) as? UICollectionViewListCell }
            .compactMap { text(of: $0.contentConfiguration) }
    }
    var footer: String { footerOf(controller) }
}

/// The text of a cell.
private func text(of configuration: (any UIContentConfiguration)?) -> String? {
    (configuration as? UIListContentConfiguration)?.text
}
