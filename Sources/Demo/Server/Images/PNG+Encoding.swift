import Foundation

extension PNG {
    /// The bytes of a PNG file, not compressed, so that the same pixels are the same bytes everywhere.
    ///
    /// - Parameters:
    ///   - width: in pixels, at least one.
    ///   - pixels: row by row from the top, `width` to a row.
    static func encode(width: Int, pixels: [RGB]) -> Data {
        precondition(width > 0 && !pixels.isEmpty && pixels.count.isMultiple(of: width), "rows must be whole")
        let header =
            bigEndian(UInt32(width)) + bigEndian(UInt32(pixels.count / width))
            + [8, 2, 0, 0, 0]  // eight bits a channel, red green blue
        let bytes =
            signature + chunk("IHDR", header) + chunk("IDAT", zlib(scanLines(width: width, pixels)))
            + chunk("IEND", [])
        return Data(bytes)
    }

    private static func scanLines(width: Int, _ pixels: [RGB]) -> [UInt8] {
        stride(from: 0, to: pixels.count, by: width).flatMap { start in
            [0] + pixels[start..<(start + width)].flatMap { [$0.red, $0.green, $0.blue] }
        }
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
