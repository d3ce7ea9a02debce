import Foundation

/// Bytes in the format of gzip (RFC 1952), without a compressor.
enum Gzip {
    /// Returns content in stored blocks (RFC 1951 §3.2.4), a little longer than before.
    static func stored(_ content: Data) -> Data {
        var file = header
        var rest = content[...]
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(0xFFFF)
            let length = UInt16(block.count)
            file.append(contentsOf: [rest.isEmpty ? 1 : 0] + littleEndian(length) + littleEndian(~length))
            file.append(block)
        } while !rest.isEmpty
        file.append(contentsOf: littleEndian(Checksum.crc32(content)))
        file.append(contentsOf: littleEndian(UInt32(truncatingIfNeeded: content.count)))
        return file
    }

    /// The start of a file of zeros, and bytes that each time they are repeated add 2,064 zeros.
    ///
    /// One block with fixed codes: a literal zero, then copies of the 258 bytes before. Eight copies of 13
    /// bits each fill whole bytes.
    static let zeros: (start: Data, more: Data) = {
        var bits = BitWriter()
        bits.append(0b0, count: 1)  // not the last block
        bits.append(0b01, count: 2)  // fixed codes
        bits.append(reversed: 0b0011_0000, count: 8)  // the literal 0
        appendCopy(to: &bits)
        // Up to a whole byte: a copy has 13 bits, so that at most seven more are needed.
        while bits.bitCount % 8 != 0 { appendCopy(to: &bits) }
        var more = BitWriter()
        for _ in 0..<8 { appendCopy(to: &more) }
        return (header + bits.bytes, more.bytes)
    }()

    private static func appendCopy(to bits: inout BitWriter) {
        bits.append(reversed: 0b1100_0101, count: 8)  // length 258
        bits.append(0, count: 5)  // distance 1
    }

    private static let header = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF])

    private static func littleEndian(_ value: some FixedWidthInteger & UnsignedInteger) -> [UInt8] {
        (0..<value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
}

/// Packs bits into bytes, the lowest first (RFC 1951 §3.1.1).
private struct BitWriter {
    private(set) var bytes = Data()
    private(set) var bitCount = 0

    mutating func append(_ value: UInt16, count: Int) {
        for index in 0..<count {
            if bitCount % 8 == 0 { bytes.append(0) }
            bytes[bytes.count - 1] |= UInt8(value >> index & 1) << (bitCount % 8)
            bitCount += 1
        }
    }

    /// Appends a Huffman code, whose highest bit comes first.
    mutating func append(reversed code: UInt16, count: Int) {
        for index in (0..<count).reversed() { append(code >> index & 1, count: 1) }
    }
}
