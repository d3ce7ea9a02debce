import Foundation

/// A position between two pages of a list, at which a later loop continues.
///
/// ```swift
/// for try await page in users.pages(resumingAt: saved) {
///     try await table.insert(page.items)
///     try save(page.checkpoint)
/// }
/// ```
///
/// Save a checkpoint after the items before it are stored, in the same transaction where that is possible: a
/// program that ends in between processes one page again in its next run, and misses none. See
/// <doc:Export-with-resume>.
///
/// A checkpoint is encoded without secrets. The key of a page of ``HTTPPages`` omits the secrets of the
/// list's own address, and the source adds them to its requests. If the key of any source has another secret,
/// such as an `access_token` in the link to a page, encoding throws an error that names the parameter. A
/// checkpoint does not identify its list: keep the checkpoints of different lists apart.
public struct PageCheckpoint<Key: Hashable & Sendable>: Hashable, Sendable {
    /// The key of the page to continue with; `nil` at the end of the list.
    public let next: Key?

    /// Creates the position after a page.
    ///
    /// - Parameter page: The page.
    public init<Item>(after page: Page<Key, Item>) {
        next = page.next
    }

    /// Creates the position before a page.
    ///
    /// - Parameter key: The key of the page; `nil` for the end of the list.
    public init(before key: Key?) {
        next = key
    }

    /// Whether the list was read to its end: a loop that is resumed here has no elements, and loads nothing.
    public var isEnd: Bool { next == nil }

    /// The request of the page to continue with; `nil` at the end of the list.
    @usableFromInline
    var request: PageRequest<Key>? {
        // Not a refresh: a source that begins in the middle may then look for items before an empty page.
        next.map { PageRequest(key: $0, direction: .append) }
    }
}

extension Page {
    /// The position after this page, to continue a loop later.
    public var checkpoint: PageCheckpoint<Key> { PageCheckpoint(after: self) }

    /// The items, the last of them with the position after this page.
    @usableFromInline
    var itemsWithCheckpoint: [(item: Item, checkpoint: PageCheckpoint<Key>?)] {
        let last = items.count - 1
        return items.enumerated().map { ($1, $0 == last ? checkpoint : nil) }
    }
}

/// The names of a checkpoint's fields, and of those of other data.
private struct CheckpointField: CodingKey {
    static let next = CheckpointField(stringValue: "next")

    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init?(intValue: Int) { nil }
}

extension PageCheckpoint: Encodable where Key: Encodable {
    /// Encodes the checkpoint.
    ///
    /// - Throws: An error that names the parameter if the key has a secret in an address.
    public func encode(to encoder: any Encoder) throws {
        if let next { try UnstorableSecret.check([next], with: JSONEncoder()) }
        var fields = encoder.container(keyedBy: CheckpointField.self)
        try fields.encode(next, forKey: .next)
    }
}

extension PageCheckpoint: Decodable where Key: Decodable {
    /// Decodes a checkpoint.
    ///
    /// - Throws: An error if the data is something else, such as a key alone. It would count as the end.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CheckpointField.self)
        next = try fields.decodeIfPresent(Key.self, forKey: .next)
        // The end was encoded without a field by earlier versions.
        if !fields.contains(.next), !fields.allKeys.isEmpty {
            throw DecodingError.keyNotFound(
                CheckpointField.next,
                .init(codingPath: decoder.codingPath, debugDescription: "This is not a checkpoint."))
        }
    }
}
