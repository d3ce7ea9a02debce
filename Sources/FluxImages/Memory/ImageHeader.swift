import Foundation

/// The size of an image in pixels, as its encoded bytes begin with it: of PNG, JPEG, GIF, WebP and BMP.
struct ImageHeader: Equatable, Sendable {
    let width: Int
    let height: Int

    /// What the decoded image takes in memory, with four bytes a pixel.
    var decodedByteCount: Int {
        let (pixels, isTooMany) = width.multipliedReportingOverflow(by: height)
        return isTooMany || pixels > Int.max / 4 ? .max : 4 * pixels
    }

    /// `nil` unless both are there, and positive.
    private init?(_ width: Int64?, _ height: Int64?) {
        guard let width, let height, width > 0, height > 0 else { return nil }
        self.width = Int(clamping: width)
        self.height = Int(clamping: height)
    }

    /// Reads the size; `nil` if the format is another one, or too little has arrived.
    init?(_ data: Data) {
        let header = data.withUnsafeBytes { bytes in
            let bytes = Bytes(bytes: bytes)
            return bytes.png ?? bytes.gif ?? bytes.bmp ?? bytes.webP ?? bytes.jpeg
        }
        guard let header else { return nil }
        self = header
    }

    /// Bytes by their offset from the beginning. The numbers that they form may exceed an `Int` of 32 bits.
    private struct Bytes {
        let bytes: UnsafeRawBufferPointer

        func byte(_ offset: Int) -> Int64? {
            offset < bytes.count ? Int64(bytes[offset]) : nil
        }

        func hasText(_ text: String, at offset: Int) -> Bool {
            bytes.dropFirst(offset).starts(with: text.utf8)
        }

        func big(_ count: Int, at offset: Int) -> Int64? { number(offset..<offset + count) }

        func little(_ count: Int, at offset: Int) -> Int64? { number((offset..<offset + count).reversed()) }

        private func number(_ offsets: some Sequence<Int>) -> Int64? {
            offsets.reduce(0 as Int64?) { sum, offset in
                sum.flatMap { sum in byte(offset).map { sum << 8 | $0 } }
            }
        }

        /// The length of a segment of a JPEG.
        private func length(at offset: Int) -> Int { big(2, at: offset).map { Int($0) } ?? bytes.count }

        var png: ImageHeader? {
            byte(0) == 0x89 && hasText("PNG", at: 1) && hasText("IHDR", at: 12)
                ? ImageHeader(big(4, at: 16), big(4, at: 20)) : nil
        }

        var gif: ImageHeader? {
            hasText("GIF8", at: 0) ? ImageHeader(little(2, at: 6), little(2, at: 8)) : nil
        }

        var bmp: ImageHeader? {
            guard hasText("BM", at: 0), little(4, at: 14) ?? 0 >= 40 else { return nil }
            // A negative height means that the rows are from top to bottom.
            let height = little(4, at: 22).map { abs(Int64(Int32(truncatingIfNeeded: $0))) }
            return ImageHeader(little(4, at: 18), height)
        }

        var webP: ImageHeader? {
            guard hasText("RIFF", at: 0), hasText("WEBP", at: 8) else { return nil }
            if hasText("VP8X", at: 12) {
                return ImageHeader(little(3, at: 24).map { $0 + 1 }, little(3, at: 27).map { $0 + 1 })
            }
            if hasText("VP8L", at: 12), let bits = little(4, at: 21) {
                return ImageHeader((bits & 0x3fff) + 1, (bits >> 14 & 0x3fff) + 1)
            }
            guard hasText("VP8 ", at: 12) else { return nil }
            return ImageHeader(little(2, at: 26).map { $0 & 0x3fff }, little(2, at: 28).map { $0 & 0x3fff })
        }

        /// The frame header is behind other segments, each with its length.
        var jpeg: ImageHeader? {
            guard byte(0) == 0xff, byte(1) == 0xd8 else { return nil }
            var offset = 2
            while byte(offset) == 0xff, let marker = byte(offset + 1) {
                switch marker {
                case 0xff: offset += 1
                case 0xc4, 0xc8, 0xcc: offset += 2 + length(at: offset + 2)
                case 0xc0...0xcf: return ImageHeader(big(2, at: offset + 7), big(2, at: offset + 5))
                case 0x01, 0xd0...0xd7: offset += 2
                case 0xd9, 0xda: return nil
                default: offset += 2 + length(at: offset + 2)
                }
            }
            return nil
        }
    }
}
