import Foundation

/// Reads the chunks of a PNG file in order and checks their checksums.
struct PNGChunkReader {
    struct Chunk {
        let type: String
        let content: Data
    }

    private var rest: Data

    /// Makes a reader.
    ///
    /// - Parameter bytes: All bytes after the signature.
    init(_ bytes: Data) {
        rest = bytes
    }

    var isAtEnd: Bool {
        rest.isEmpty
    }

    mutating func next() throws(PNGError) -> Chunk {
        let length = try take(4).bigEndianValue
        let checked = try take(4 + length)
        let type = String(decoding: checked.prefix(4), as: UTF8.self)
        guard try take(4).bigEndianValue == Int(Checksum.crc32(checked)) else {
            throw .badChecksum(chunk: type)
        }
        return Chunk(type: type, content: checked.dropFirst(4))
    }

    private mutating func take(_ count: Int) throws(PNGError) -> Data {
        guard rest.count >= count else { throw .truncated }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}

extension Sequence<UInt8> {
    /// The bytes as a big-endian number.
    var bigEndianValue: Int {
        reduce(0) { $0 << 8 | Int($1) }
    }
}
