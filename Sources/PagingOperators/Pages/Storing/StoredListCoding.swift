import FluxLoading
import Foundation

/// The format of a stored list: lines of JSON, the first for the list as a whole, then one for each page.
enum StoredListCoding {
    struct Content<Key: Hashable & Sendable, Item: Sendable>: Sendable {
        var snapshot: PagingSnapshot<Key, Item>
        /// When the first page was loaded.
        var loadedAt: Date
    }

    private static let version = "1"
    private static let lineFeed = UInt8(ascii: "\n")

    /// Encodes a list: the page that it begins with, and as many of the pages after and before it as fit.
    ///
    /// - Parameters:
    ///   - list: The list.
    ///   - date: When its first page was loaded.
    ///   - sizeLimit: The limit of the size of the pages, in bytes.
    /// - Returns: `nil` if the page that it begins with is too large.
    static func encode<Key: Codable, Item: Codable>(
        _ list: StorableList<Key, Item>, loadedAt date: Date, sizeLimit: Int
    ) throws -> CacheEntry? {
        let encoder = makeEncoder()
        let pages = list.snapshot.pages
        var size = 0
        func encode(_ page: Int) throws -> Data? {
            let page = StoredPage(pages[page])
            try UnstorableSecret.check(
                [page.key, page.previous, page.next].compactMap { $0 }, with: encoder)
            let line = try encoder.encode(page)
            size += line.count + 1
            return size <= sizeLimit ? line : nil
        }
        guard let first = try encode(list.startPage) else { return nil }
        var (linesBefore, lines) = ([Data](), [first])
        while list.startPage + lines.count < pages.count, let line = try encode(list.startPage + lines.count)
        {
            lines.append(line)
        }
        while linesBefore.count < list.startPage,
            let line = try encode(list.startPage - 1 - linesBefore.count)
        {
            linesBefore.append(line)
        }
        let kept = list.startPage - linesBefore.count..<list.startPage + lines.count
        let stored = StoredHead(list.snapshot, pages: kept, loadedAt: date)
        try UnstorableSecret.check((stored.keysBefore + stored.keysAfter).compactMap { $0 }, with: encoder)
        let head = try encoder.encode(stored)
        let all = [head] + linesBefore.reversed() + lines
        var data = Data(capacity: head.count + 1 + size)
        for line in all {
            if !data.isEmpty { data.append(lineFeed) }
            data.append(line)
        }
        return CacheEntry(data: data, metadata: ["pages": version])
    }

    /// Decodes a list.
    ///
    /// - Returns: `nil` if it has another version.
    static func decode<Key: Codable, Item: Codable>(_ entry: CacheEntry) throws -> Content<Key, Item>? {
        guard entry.metadata["pages"] == version else { return nil }
        let decoder = makeDecoder()
        var lines = lines(of: entry.data)[...]
        guard let first = lines.popFirst(), !lines.isEmpty else { return nil }
        let head = try decoder.decode(StoredHead<Key>.self, from: first)
        let pages = try lines.map { try decoder.decode(StoredPage<Key, Item>.self, from: $0).saved }
        return Content(snapshot: head.snapshot(of: pages), loadedAt: head.loadedAt)
    }

    /// The lines of some bytes. `split` and `joined` visit each byte of `Data` by itself, which takes a third
    /// of the time of decoding it.
    private static func lines(of data: Data) -> [Data] {
        var lines: [Range<Int>] = []
        data.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            var start = 0
            while start < bytes.count {
                let found = memchr(base + start, Int32(lineFeed), bytes.count - start)
                let end = found.map { UnsafeRawPointer($0) - base } ?? bytes.count
                if start < end { lines.append(start..<end) }
                start = end + 1
            }
        }
        return lines.map { data[data.startIndex + $0.lowerBound..<data.startIndex + $0.upperBound] }
    }

    private static let names = (infinity: "inf", negativeInfinity: "-inf", notANumber: "nan")

    private static func makeEncoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: names.infinity, negativeInfinity: names.negativeInfinity, nan: names.notANumber)
        return encoder
    }

    private static func makeDecoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: names.infinity, negativeInfinity: names.negativeInfinity, nan: names.notANumber)
        return decoder
    }
}

/// A stored page, without counts: pages may be left out beside it.
private struct StoredPage<Key: Hashable & Sendable & Codable, Item: Sendable & Codable>: Codable {
    let key: Key?
    let items: [Item]
    let previous: Key?
    let next: Key?

    init(_ saved: PagingSnapshot<Key, Item>.SavedPage) {
        key = saved.key
        items = saved.page.items
        previous = saved.page.previous
        next = saved.page.next
    }

    var saved: PagingSnapshot<Key, Item>.SavedPage {
        .init(key: key, page: Page(items, previous: previous, next: next))
    }
}

/// What is stored of a list besides its pages.
private struct StoredHead<Key: Hashable & Sendable & Codable>: Codable {
    let loadedAt: Date
    private(set) var keysBefore: [Key?]
    private(set) var keysAfter: [Key?]
    private var rowsBefore: Int
    private var itemsBefore: Int?
    private var itemsAfter: Int?
    private let total: Int?

    /// - Parameter kept: The pages that are stored. The others count as removed from the list.
    init<Item>(_ snapshot: PagingSnapshot<Key, Item>, pages kept: Range<Int>, loadedAt date: Date) {
        let pages = snapshot.pages
        loadedAt = date
        keysBefore = snapshot.keysBefore
        keysAfter = snapshot.keysAfter
        rowsBefore = snapshot.rowsBefore
        itemsBefore = pages.first?.page.itemsBefore
        itemsAfter = pages.last?.page.itemsAfter
        total = pages.last?.page.total
        for page in pages.indices.prefix(kept.lowerBound) {
            rowsBefore += pages[page].page.items.count
            itemsBefore? += pages[page].page.items.count
            if !keysBefore.isEmpty || pages[page + 1].page.previous == nil {
                keysBefore.append(pages[page].key)
            }
        }
        for page in pages.indices.dropFirst(kept.upperBound).reversed() {
            itemsAfter? += pages[page].page.items.count
            if !keysAfter.isEmpty || pages[page - 1].page.next == nil { keysAfter.append(pages[page].key) }
        }
    }

    func snapshot<Item>(of pages: [PagingSnapshot<Key, Item>.SavedPage]) -> PagingSnapshot<Key, Item> {
        var pages = pages
        pages[0].page.itemsBefore = itemsBefore
        pages[pages.count - 1].page.itemsAfter = itemsAfter
        pages[pages.count - 1].page.total = total
        return PagingSnapshot(
            pages: pages, keysBefore: keysBefore, keysAfter: keysAfter, rowsBefore: rowsBefore)
    }
}
