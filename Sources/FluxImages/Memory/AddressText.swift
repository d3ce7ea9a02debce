import Foundation

/// The text of a URL, as the key of a dictionary.
///
/// Most of a hit in memory by URL is hashing. A URL, and a `String`, pass all their bytes to `Hasher`; here
/// eight at a time are multiplied by a number that differs in each process, so that no one can choose
/// addresses whose hashes are equal.
@usableFromInline
struct AddressText: Hashable, Sendable {
    private static let factor = UInt64.random(in: .min ... .max) | 1

    private let text: String

    init(_ text: String) {
        self.text = text
    }

    @usableFromInline
    init(_ url: URL) {
        self.init(url.absoluteString)
    }

    @usableFromInline
    func hash(into hasher: inout Hasher) {
        let sum = text.utf8.withContiguousStorageIfAvailable { Self.mixed(UnsafeRawBufferPointer($0)) }
        if let sum { hasher.combine(sum) } else { hasher.combine(text) }
    }

    private static func mixed(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        let factor = factor
        var sum = UInt64(bytes.count)
        func mix(_ word: UInt64) {
            let product = (sum ^ word).multipliedFullWidth(by: factor)
            sum = product.high ^ product.low
        }
        if bytes.count < 8 {
            for byte in bytes { mix(UInt64(byte)) }
            return sum
        }
        for offset in stride(from: 0, to: bytes.count - 8, by: 8) {
            mix(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        }
        // The last eight bytes, some of which may be mixed already.
        mix(bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self))
        return sum
    }
}
