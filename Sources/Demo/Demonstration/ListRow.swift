import Flux
import Foundation

/// What the demo's list is of: something with a name, and an image perhaps.
protocol ListItem: Sendable, Identifiable where ID: Sendable & Encodable {
    /// How the output speaks of such items.
    static var words: ItemWords { get }

    /// The name of the item.
    var title: String { get }

    /// Where its image is.
    var imageURL: URL? { get }
}

/// How the output speaks of items.
struct ItemWords: Sendable {
    /// What many of them are called.
    let rows: String

    /// What the image of one is called.
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
    /// Whether there is nothing more to wait for: the image is there or cannot be had, or there is to be none.
    var isComplete: Bool { imageURL == nil || image.isFinal }
}

extension ImageRow: ListRow where Item: ListItem {
    static var words: ItemWords { Item.words }
    var title: String { item.title }
    var imageURL: URL? { item.imageURL }
}
