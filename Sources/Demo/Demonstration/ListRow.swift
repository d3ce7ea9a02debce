import Flux
import Foundation

/// An item of the demo's list: it has a title, and may have an image.
protocol ListItem: Sendable, Identifiable where ID: Sendable & Encodable {
    /// The words for such items in the output.
    static var words: ItemWords { get }

    /// The title of the item.
    var title: String { get }

    /// The URL of its image.
    var imageURL: URL? { get }

    /// The request of its image.
    var imageRequest: ImageRequest? { get }
}

extension ListItem {
    var imageRequest: ImageRequest? { imageURL.map { ImageRequest(url: $0) } }
}

/// The words for items in the output.
struct ItemWords: Sendable {
    /// The plural for items.
    let rows: String

    /// The word for an item's image.
    let image: String
}

/// A row of the demo's list: an item and the state of its image.
protocol ListRow: Sendable, Identifiable where ID: Sendable & Encodable {
    associatedtype Image: Sendable

    static var words: ItemWords { get }
    var title: String { get }
    var imageURL: URL? { get }
    var image: ImageState<Image> { get }
}

extension ListRow {
    /// Whether the image has loaded or failed, or the item has none.
    var isComplete: Bool { imageURL == nil || image.isFinal }
}

extension ImageRow: ListRow where Item: ListItem {
    static var words: ItemWords { Item.words }
    var title: String { item.title }
    var imageURL: URL? { item.imageURL }
}
