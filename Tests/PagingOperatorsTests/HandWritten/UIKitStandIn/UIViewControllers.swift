import Foundation

@MainActor
class UIViewController {
    private var isViewLoaded = false

    func viewDidLoad() {}

    func loadViewIfNeeded() {
        if isViewLoaded { return }
        isViewLoaded = true
        viewDidLoad()
    }
}

/// A screen ten rows high.
private let screen = CGRect(x: 0, y: 0, width: 320, height: 440)

/// A screen with a table, whose data source and delegate it is.
class UITableViewController: UIViewController, UITableViewDataSource, UITableViewDelegate {
    let tableView = UITableView(frame: screen)

    init(style: UITableView.Style) {}

    override func viewDidLoad() {
        tableView.delegate = self
        tableView.dataSource = self
    }

    func numberOfSections(in tableView: UITableView) -> Int { 1 }
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 0 }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        UITableViewCell()
    }
    func tableView(
        _ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath
    ) {}
    func scrollViewDidScroll(_ scrollView: UIScrollView) {}
    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {}
}

/// A screen with a collection, whose data source and delegate it is.
class UICollectionViewController: UIViewController, UICollectionViewDataSource, UIScrollViewDelegate {
    let collectionView: UICollectionView

    init(collectionViewLayout layout: UICollectionViewFlowLayout) {
        collectionView = UICollectionView(frame: screen, collectionViewLayout: layout)
    }

    override func viewDidLoad() {
        collectionView.delegate = self
        collectionView.dataSource = self
    }

    func numberOfSections(in collectionView: UICollectionView) -> Int { 1 }
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 0 }
    func collectionView(
        _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
        UICollectionViewCell()
    }
    func scrollViewDidScroll(_ scrollView: UIScrollView) {}
    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {}
}
