import Foundation

extension PNG {
    /// Returns an uncompressed PNG file of two colors, so that equal pixels are equal bytes on every
    /// platform.
    ///
    /// - Parameters:
    ///   - width: The width in pixels, at least 1.
    ///   - rows: The rows from the top, at least 1; eight pixels per byte, the leftmost in the highest bit.
    ///   - colors: The colors of pixels whose bit is clear, and of those whose bit is set.
    static func encode(width: Int, rows: [[UInt8]], colors: (clear: RGB, set: RGB)) -> Data {
        precondition(width > 0 && !rows.isEmpty, "the image must not be empty")
        precondition(rows.allSatisfy { $0.count == (width + 7) / 8 }, "every row must have one bit per pixel")
        let header =
            bigEndian(UInt32(width)) + bigEndian(UInt32(rows.count))
            + [1, 3, 0, 0, 0]  // one bit a pixel, which chooses from the palette
        let palette = [colors.clear, colors.set].flatMap { [$0.red, $0.green, $0.blue] }
        let unfiltered = rows.flatMap { row in [UInt8(0)] + row }
        let bytes =
            signature + chunk("IHDR", header) + chunk("PLTE", palette) + chunk("IDAT", zlib(unfiltered))
            + chunk("IEND", [])
        return Data(bytes)
    }

    private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let checked = Array(type.utf8) + content
        return bigEndian(UInt32(content.count)) + checked + bigEndian(Checksum.crc32(checked))
    }

    /// A zlib stream of stored blocks (RFC 1950, RFC 1951 §3.2.4).
    private static func zlib(_ content: [UInt8]) -> [UInt8] {
        let largestBlock = 0xFFFF
        var stream: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: content.count, by: largestBlock) {
            let block = content[start..<min(start + largestBlock, content.count)]
            let length = UInt16(block.count)
            stream.append(block.endIndex == content.endIndex ? 1 : 0)
            stream += littleEndian(length) + littleEndian(~length) + block
        }
        return stream + bigEndian(Checksum.adler32(content))
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private static func littleEndian(_ value: UInt16) -> [UInt8] {
        [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
    }
}
