import CoreGraphics
import FluxImages
import FluxTesting
import FluxUI
import Foundation
import ImageIO
import PagingOperators
import Streams
import Testing
import UIKit

// snippet: begin
nonisolated struct Photo: Identifiable, Hashable, Sendable {
    var id: Int
    var title: String
    var url: URL

    /// The image for a row of 44 points, at three pixels each.
    var thumbnail: ImageRequest {
        ImageRequest(url: url, variant: .size(width: 132, height: 132))
    }
}

final class PhotosViewController: UITableViewController {
    var photos: any PageSource<PageNumber, Photo, URLError> = PhotoService.shared.photos
    var images = ImageLoader<UIImage>.system

    private let signals = PassthroughSubject<ListSignal, Never>()
    private var state = ViewState<ImageRow<Photo, UIImage>>()
    private var prefetching: PrefetchingDataSource?
    private var feed: AnyCancellable?

    override func viewDidLoad() {
        super.viewDidLoad()
        tableView.register(UITableViewCell.self, forCellReuseIdentifier: "photo")
        prefetching = PrefetchingDataSource { [signals] in signals.send($0) }
        tableView.prefetchDataSource = prefetching
        feed =
            signals
            .paginate(threshold: 10, from: photos)
            .images(from: images, range: ImageRange(near: 10, prefetched: 60)) { $0.thumbnail }
            .receive(on: .main)
            .sink { [weak self] state in self?.show(state) }
    }

    private func show(_ new: ViewState<ImageRow<Photo, UIImage>>) {
        tableView.show(new, replacing: state) { self.state = new }
        if let rows = tableView.rowsInView() { signals.send(.shown(rows: rows)) }
    }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        state.items.count
    }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "photo", for: indexPath)
        let row = state.items[indexPath.row]
        var content = cell.defaultContentConfiguration()
        content.text = row.title
        content.image = row.image.image  // or the placeholder, or the fallback
        content.imageProperties.maximumSize = CGSize(width: 44, height: 44)
        if row.image.error != nil { content.secondaryText = "No picture" }
        cell.contentConfiguration = content
        return cell
    }

    override func scrollViewDidScroll(_ scrollView: UIScrollView) {
        if let rows = tableView.rowsInView() { signals.send(.shown(rows: rows)) }
    }
}
// snippet: end

// snippet: begin
/// Decodes bitmaps at the size of their rows.
nonisolated struct ThumbnailDecoder: ImageDecoding {
    func decode(_ data: Data, for request: ImageRequest) throws -> CGImage {
        var options: [CFString: Any] = [
            kCGImageSourceCreateThumbnailFromImageAlways: true,
            kCGImageSourceCreateThumbnailWithTransform: true,
            kCGImageSourceShouldCacheImmediately: true,
        ]
        if case .size(let width, let height) = request.variant {
            options[kCGImageSourceThumbnailMaxPixelSize] = max(width, height)
        }
        guard let source = CGImageSourceCreateWithData(data as CFData, nil),
            let image = CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary)
        else { throw CocoaError(.fileReadCorruptFile) }
        return image
    }

    func cost(of image: CGImage) -> Int? { image.width * image.height * 4 }
}
// snippet: end

private func makeBitmaps() -> ImageLoader<CGImage> {
    // snippet: begin
    let bitmaps = ImageLoader(decoder: ThumbnailDecoder())
    // snippet: end
    return bitmaps
}

private func makePhotos(
    _ configuration: ImageLoader<UIImage>.Configuration, grey: UIImage?, broken: UIImage?
) -> ImageLoader<UIImage> {
    var configuration = configuration
    // snippet: begin
    configuration.placeholder = grey  // until an image is loaded
    configuration.fallback = broken  // where it failed
    configuration.memoryCostLimit = 100_000_000
    let photos = ImageLoader(configuration: configuration, decoder: SystemImageDecoder())
    photos.trimAutomatically()
    // snippet: end
    return photos
}

private func makeStickers() -> ImageLoader<UIImage> {
    // snippet: begin
    let stickers = ImageLoader(decoder: SystemImageDecoder(animationLimit: 8_000_000))
    // snippet: end
    return stickers
}

/// A server of a hundred photos.
private final class PhotoService: Sendable {
    static let shared = PhotoService()

    let photos: any PageSource<PageNumber, Photo, URLError> = NumberPages(size: 50) { page, size in
        Just((0..<size).map { Photo(id: (page - 1) * size + $0) }).setFailureType(to: URLError.self)
    }
}

extension Photo {
    fileprivate init(id: Int) {
        self.init(id: id, title: "Photo \(id)", url: .named("\(id)"))
    }
}

/// The code of the article about pictures.
@MainActor
struct PicturesTests {
    private let source = SystemImages {
        $0.placeholder = makeImage("grey")
        $0.fallback = makeImage("broken")
    }

    private func makeScreen() -> PhotosViewController {
        let screen = PhotosViewController(style: .plain)
        screen.images = source.loader
        screen.loadViewIfNeeded()
        screen.tableView.layoutIfNeeded()
        screen.scrollViewDidScroll(screen.tableView)
        return screen
    }

    /// The content of the first row in view.
    private func firstRow(of screen: PhotosViewController) throws -> UIListContentConfiguration {
        screen.tableView.layoutIfNeeded()
        let path = try #require(screen.tableView.indexPathsForVisibleRows?.first)
        let cell = try #require(screen.tableView.cellForRow(at: path))
        return try #require(cell.contentConfiguration as? UIListContentConfiguration)
    }

    @Test func rowsShowTheirPicturesAtTheirSize() throws {
        let screen = makeScreen()
        let id = try #require(firstRow(of: screen).text?.split(separator: " ").last.map(String.init))
        #expect(try firstRow(of: screen).image?.description == "grey 1x1")
        source.finish(id, "image cat 4000x3000;")
        let row = try firstRow(of: screen)
        #expect(row.image?.description == "cat 176x132")
        // As many points as pixels, which the cell limits.
        #expect(row.image?.size == CGSize(width: 176, height: 132))
        #expect(row.imageProperties.maximumSize == CGSize(width: 44, height: 44))
        #expect(source.loader.memory.totalCost == 176 * 132 * 4)
    }

    @Test func rowsSayThatTheirPictureFailed() throws {
        let screen = makeScreen()
        let id = try #require(firstRow(of: screen).text?.split(separator: " ").last.map(String.init))
        source.fail(id)
        let row = try firstRow(of: screen)
        #expect(row.image?.description == "broken 1x1")
        #expect(row.secondaryText == "No picture")
    }

    @Test func picturesOfRowsInViewAreLoadedFirst() throws {
        let screen = makeScreen()
        #expect(source.running.count == 10 + 10)
        let inView = try #require(screen.tableView.rowsInView())
        #expect(inView.count == 10)
        screen.tableView.scroll(toOffset: 44 * 30)
        screen.tableView.layoutIfNeeded()
        screen.scrollViewDidScroll(screen.tableView)
        #expect(source.running.count == 10 + 2 * 10)
    }

    @Test func bitmapsAreDecodedAtTheSizeOfTheirRows() throws {
        let decoder = ThumbnailDecoder()
        let data = Data("image cat 400x200;".utf8)
        let image = try decoder.decode(data, for: Photo(id: 1).thumbnail)
        #expect((image.width, image.height) == (132, 66))
        #expect(decoder.cost(of: image) == 132 * 66 * 4)
        #expect(throws: CocoaError.self) { try decoder.decode(Data(), for: Photo(id: 1).thumbnail) }
        #expect(makeBitmaps().configuration.diskCache == nil)
    }

    @Test func loadersOfTheArticleDecode() throws {
        let photos = makePhotos(
            source.loader.configuration, grey: makeImage("grey"), broken: makeImage("broken"))
        #expect(photos.memoryCostLimit == 100_000_000)
        _ = makeStickers()
    }
}
