import Flux
import Foundation

/// An item of a list that is browsed, with its JSON.
struct BrowseItem: ListItem {
    /// The identity of a row, also of an item that has none of its own.
    enum ID: Hashable, Sendable, Encodable {
        case identifier(JSONIdentifier)
        /// The hash of an item without an identifier. Equal items have the same one.
        case content(UInt64)
    }

    static let words = ItemWords(rows: "items", image: "image")

    let id: ID
    /// The identity for dropping repeated rows: items without an identifier are never the same.
    let uniqueID: UniqueID
    /// The title; `nil` for an item that has none.
    let name: String?
    let imageURL: URL?
    let json: JSONText

    enum UniqueID: Hashable, Sendable {
        case identifier(JSONIdentifier)
        case serial(Int)
    }

    var title: String { name ?? "" }
}

extension BrowseItem: Equatable {
    /// Whether two items were received as the same bytes.
    static func == (left: Self, right: Self) -> Bool {
        left.id == right.id && left.json.hasSameBytes(as: right.json)
    }
}

/// A row of the list: an item and the state of its image.
typealias BrowseRow = ImageRow<BrowseItem, TerminalImage>

/// Makes the items of a list from their JSON.
final class BrowseItems: Sendable {
    /// The width that titles are cut to, in columns.
    private static let titleWidth = 200

    private let fields: ItemFields
    private let needsIdentifier: Bool
    private let api: URL
    private let serial = Locked(0)

    /// - Parameters:
    ///   - fields: The fields that are shown.
    ///   - needsIdentifier: Whether items without an identifier are an error: its path was given.
    ///   - api: The URL that was given for the API.
    init(_ fields: ItemFields, needsIdentifier: Bool, api: URL) {
        self.fields = fields
        self.needsIdentifier = needsIdentifier
        self.api = api
    }

    /// Makes an item of the page at a URL.
    func item(_ json: JSONText, of page: URL) throws(JSONMismatch) -> BrowseItem {
        let content = try fields.content(
            of: json, page: page, api: api, needsIdentifier: needsIdentifier, width: Self.titleWidth)
        let number = serial.withLock { serial in
            serial += 1
            return serial
        }
        return BrowseItem(
            id: content.id.map { .identifier($0) } ?? .content(json.contentHash),
            uniqueID: content.id.map { .identifier($0) } ?? .serial(number), name: content.title,
            imageURL: content.imageURL, json: json)
    }
}

extension JSONText {
    /// A hash of the bytes that were received (FNV-1a).
    fileprivate var contentHash: UInt64 {
        withBytes { bytes in
            bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        }
    }
}
