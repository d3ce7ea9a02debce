import Foundation

@MainActor
open class UIViewController: NSObject {
    private var isViewLoaded = false

    open func viewDidLoad() {}

    open func loadViewIfNeeded() {
        if isViewLoaded { return }
        isViewLoaded = true
        viewDidLoad()
    }
}

/// A screen ten rows high.
private let screen = CGRect(x: 0, y: 0, width: 320, height: 440)

/// A screen with a table, whose data source and delegate it is.
open class UITableViewController: UIViewController, UITableViewDataSource, UITableViewDelegate {
    public let tableView: UITableView

    public init(style: UITableView.Style) {
        tableView = UITableView(frame: screen, style: style)
        super.init()
    }

    open override func viewDidLoad() {
        tableView.delegate = self
        tableView.dataSource = self
    }

    open func numberOfSections(in tableView: UITableView) -> Int { 1 }
    open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 0 }
    open func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        UITableViewCell()
    }
    open func tableView(
        _ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath
    ) {}
    open func scrollViewDidScroll(_ scrollView: UIScrollView) {}
    open func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {}
}

/// A screen with a collection, whose data source and delegate it is.
open class UICollectionViewController: UIViewController, UICollectionViewDataSource, UICollectionViewDelegate
{
    public let collectionView: UICollectionView

    public init(collectionViewLayout layout: UICollectionViewFlowLayout) {
        collectionView = UICollectionView(frame: screen, collectionViewLayout: layout)
        super.init()
    }

    open override func viewDidLoad() {
        collectionView.delegate = self
        collectionView.dataSource = self
    }

    open func numberOfSections(in collectionView: UICollectionView) -> Int { 1 }
    open func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
        0
    }
    open func collectionView(
        _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
        UICollectionViewCell()
    }
    open func scrollViewDidScroll(_ scrollView: UIScrollView) {}
    open func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {}
}
