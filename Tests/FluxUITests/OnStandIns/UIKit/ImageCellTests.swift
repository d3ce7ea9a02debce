import FluxImages
import FluxUI
import Foundation
import SeededRandom
import TestSupport
import Testing
import UIKit

/// A cell with an image, which it does not reset when it is reused.
private final class AvatarCell: UITableViewCell {
    let avatarView = RecordingImageView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
}

/// A table of a hundred rows with images.
private final class AvatarTable: UITableViewController {
    let images = SystemImages()

    override func viewDidLoad() {
        tableView.register(AvatarCell.self, forCellReuseIdentifier: "avatar")
        super.viewDidLoad()
    }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 100 }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "avatar", for: indexPath)
        guard let cell = cell as? AvatarCell else { return cell }
        let shown = cell.avatarView.shown.count
        cell.avatarView.show(.named("\(indexPath.row)"), from: images.loader)
        // What it showed in its row before is replaced here, by at most one placeholder.
        #expect(cell.avatarView.shown.count <= shown + 2)
        return cell
    }
}

/// Image views in cells that a table view reuses.
@MainActor
struct ImageCellTests {
    @Test(arguments: Seeds.make(20)) func cellsShowTheirOwnRowsOnly(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let table = AvatarTable(style: .plain)
        table.loadViewIfNeeded()
        table.tableView.layoutIfNeeded()
        for _ in 0..<80 {
            if random.chance(50) {
                table.tableView.scroll(toOffset: CGFloat(random.number(below: 4_000)))
                table.tableView.layoutIfNeeded()
            } else {
                let name = "\(random.number(below: 100))"
                table.images.finish(name)
            }
            for path in try #require(table.tableView.indexPathsForVisibleRows) {
                let cell = try #require(table.tableView.cellForRow(at: path) as? AvatarCell)
                let text = cell.avatarView.image?.description
                #expect(text == nil || text == "\(path.row) 40x40", "row \(path.row), FLUX_SEED=\(seed)")
                let request = ImageRequest(
                    url: .named("\(path.row)"), variant: .size(width: 40, height: 40))
                let isLoaded = table.images.loader.cachedImage(for: request) != nil
                #expect(isLoaded == (text != nil), "row \(path.row), FLUX_SEED=\(seed)")
            }
        }
    }
}
