import Foundation

/// The content of a cache file: an entry, its key, and the time at which it was stored.
///
/// All numbers are little-endian:
///
/// | offset | bytes | content |
/// |---|---|---|
/// | 0 | 8 | `FluxDC` and the version of the format |
/// | 8 | 8 | the checksum of all that follows: XXH64 of the head, continued with ``DiskChecksum`` of the data |
/// | 16 | 8 | when the entry was stored, in seconds since 1970, as a floating-point number |
/// | 24 | 4 | the length of the key |
/// | 28 | 4 | the length of the metadata |
/// | 32 | 8 | the length of the data |
/// | 40 | | the key in UTF-8; the metadata; the data |
///
/// The metadata are names and values in turn, each with its length in four bytes before it.
struct DiskRecord: Hashable, Sendable {
    let key: String
    let entry: CacheEntry
    let stored: Date

    /// Whether the record is of a key: of the same code points, where `==` would also accept equivalent ones.
    func isOf(_ key: String) -> Bool {
        self.key.hasSameBytes(as: key)
    }

    /// Whether the record is older than a limit. So is one of a time as far in the future, by a clock that
    /// was wrong.
    func isExpired(at now: Date, after expiry: Duration?) -> Bool {
        guard let expiry else { return false }
        return abs(now.timeIntervalSince(stored)) > expiry / .seconds(1)
    }

    /// The length of the file, in bytes.
    var byteCount: Int {
        let metadata = entry.metadata.reduce(0) { $0 + 8 + $1.key.utf8.count + $1.value.utf8.count }
        return Self.fixedCount + key.utf8.count + metadata + entry.data.count
    }
}

extension DiskRecord {
    static let fixedCount = 40
    private static let signature = Array("FluxDC".utf8) + [0, 1]
    /// Where the bytes begin that the checksum covers.
    private static let checkedOffset = 16

    /// The bytes of the file before the data.
    func makeHead() -> [UInt8] {
        let metadata = encodedMetadata()
        var head = Self.signature
        head.append(UInt64(0))
        head.append(stored.timeIntervalSince1970.bitPattern)
        head.append(UInt32(key.utf8.count))
        head.append(UInt32(metadata.count))
        head.append(UInt64(entry.data.count))
        head += key.utf8
        head += metadata
        let checksum = head.withUnsafeBytes { head in
            entry.data.withUnsafeBytes { Self.checksum(head: head, data: $0) }
        }
        withUnsafeBytes(of: checksum.littleEndian) { head.replaceSubrange(8..<16, with: $0) }
        return head
    }

    private func encodedMetadata() -> [UInt8] {
        var bytes: [UInt8] = []
        for (name, value) in entry.metadata {
            for text in [name, value] {
                bytes.append(UInt32(text.utf8.count))
                bytes += text.utf8
            }
        }
        return bytes
    }

    private static func checksum(head: UnsafeRawBufferPointer, data: UnsafeRawBufferPointer) -> UInt64 {
        let headSum = XXHash64.hash(UnsafeRawBufferPointer(rebasing: head[checkedOffset...]))
        return DiskChecksum.sum(of: data, seed: headSum)
    }
}

extension DiskRecord {
    /// Reads the content of a file; `nil` if it is cut short, damaged or of another version.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - likelyKey: The key of the record, most probably, which is not read then.
    init?(_ bytes: consuming FileBytes, likelyKey: String = "") {
        guard let head = Head(bytes.buffer, likelyKey: likelyKey) else { return nil }
        key = head.key
        stored = head.stored
        entry = CacheEntry(data: bytes.takeData(from: head.count), metadata: head.metadata)
    }

    /// The lengths at the beginning of a file. They may be anything in a damaged one.
    struct Lengths {
        let key: UInt32
        let metadata: UInt32
        let data: UInt64

        /// Reads the first bytes of a file; `nil` if they are not those of an entry.
        init?(_ bytes: UnsafeRawBufferPointer) {
            guard bytes.count >= fixedCount, bytes.prefix(8).elementsEqual(signature) else { return nil }
            key = bytes.number(at: 24, as: UInt32.self)
            metadata = bytes.number(at: 28, as: UInt32.self)
            data = bytes.number(at: 32, as: UInt64.self)
        }

        var head: UInt64 { UInt64(fixedCount) + UInt64(key) + UInt64(metadata) }

        /// The length of the file; `nil` if no file is as long.
        var total: UInt64? {
            let (total, isTooLong) = head.addingReportingOverflow(data)
            return isTooLong ? nil : total
        }
    }

    /// Reads from the first bytes of a file when its entry was stored; `nil` if they are not those of one.
    static func stored(in bytes: UnsafeRawBufferPointer) -> Date? {
        Lengths(bytes).map { _ in bytes.storedTime }
    }

    /// Everything but the data.
    private struct Head {
        let key: String
        let stored: Date
        let metadata: [String: String]
        let count: Int

        init?(_ bytes: UnsafeRawBufferPointer, likelyKey: String) {
            guard let lengths = Lengths(bytes), lengths.total == UInt64(bytes.count) else { return nil }
            // They are not greater than the number of bytes.
            let keyCount = Int(lengths.key)
            count = Int(lengths.head)
            let head = UnsafeRawBufferPointer(rebasing: bytes[..<count])
            let data = UnsafeRawBufferPointer(rebasing: bytes[count...])
            guard checksum(head: head, data: data) == bytes.number(at: 8, as: UInt64.self) else { return nil }
            stored = bytes.storedTime
            let keyBytes = UnsafeRawBufferPointer(rebasing: bytes[fixedCount..<fixedCount + keyCount])
            key = likelyKey.hasBytes(keyBytes) ? likelyKey : String(decoding: keyBytes, as: UTF8.self)
            guard let metadata = Self.metadata(in: bytes[fixedCount + keyCount..<count]) else { return nil }
            self.metadata = metadata
        }

        private static func metadata(in bytes: Slice<UnsafeRawBufferPointer>) -> [String: String]? {
            var rest = bytes
            // Of an image there are seldom more.
            var metadata = Dictionary<String, String>(minimumCapacity: 6)
            while !rest.isEmpty {
                guard let name = takeText(from: &rest), let value = takeText(from: &rest) else { return nil }
                metadata[name] = value
            }
            return metadata
        }

        private static func takeText(from bytes: inout Slice<UnsafeRawBufferPointer>) -> String? {
            guard bytes.count >= 4 else { return nil }
            let length = bytes.base.number(at: bytes.startIndex, as: UInt32.self)
            bytes = bytes.dropFirst(4)
            guard let count = Int(exactly: length), count <= bytes.count else { return nil }
            defer { bytes = bytes.dropFirst(count) }
            return String(decoding: bytes.prefix(count), as: UTF8.self)
        }
    }
}

extension String {
    /// Whether two texts have the same code points, where `==` would also accept equivalent ones.
    fileprivate func hasSameBytes(as other: String) -> Bool {
        var other = other
        return other.withUTF8 { hasBytes(UnsafeRawBufferPointer($0)) }
    }

    fileprivate func hasBytes(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var text = self
        return text.withUTF8 { text in
            guard text.count == bytes.count else { return false }
            guard let start = text.baseAddress, let other = bytes.baseAddress else { return true }
            return memcmp(start, other, bytes.count) == 0
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}

extension UnsafeRawBufferPointer {
    /// When the entry of a file was stored.
    fileprivate var storedTime: Date {
        Date(timeIntervalSince1970: Double(bitPattern: number(at: 16, as: UInt64.self)))
    }

    fileprivate func number<Number: FixedWidthInteger & BitwiseCopyable>(
        at offset: Int, as type: Number.Type
    ) -> Number {
        Number(littleEndian: loadUnaligned(fromByteOffset: offset, as: type))
    }
}
