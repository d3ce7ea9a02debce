import Flux
import Foundation

/// An item of whatever API.
struct AnyItem: ListItem, Hashable {
    static let words = ItemWords(rows: "items", image: "image")

    let id: ItemID
    let title: String
    let imageURL: URL?
}

/// An item as the list shows it, with the state of its image.
typealias AnyRow = ImageRow<AnyItem, Picture>
