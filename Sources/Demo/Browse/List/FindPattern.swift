import Flux
import Foundation

/// A text to find in items: regardless of case, unless it has capital letters.
struct FindPattern: Equatable {
    let text: String
    private let isExact: Bool

    /// - Parameter text: The text; `nil` is returned if it is empty.
    init?(_ text: String) {
        if text.isEmpty { return nil }
        self.text = text
        isExact = text != text.lowercased()
    }

    /// Returns whether the title of an item or its JSON has the text.
    func matches(_ item: BrowseItem) -> Bool {
        if let name = item.name, matches(name) { return true }
        return item.json.withBytes { matches(String(decoding: $0, as: UTF8.self)) }
    }

    func matches(_ string: String) -> Bool { (isExact ? string : string.lowercased()).contains(text) }
}

/// A search that waits for pages.
struct Search {
    enum Direction {
        case down, up
    }

    let direction: Direction
    /// The row from which it has begun.
    let origin: BrowseItem.ID?
    /// The number of items that were searched.
    var count = 0
}
