import Flux
import Foundation

/// An item of an API.
struct AnyItem: ListItem, Hashable {
    static let words = ItemWords(rows: "items", image: "image")

    let id: JSONIdentifier
    let title: String
    let imageURL: URL?
}

/// A row of the list: an item and the state of its image.
typealias AnyRow = ImageRow<AnyItem, Picture>
