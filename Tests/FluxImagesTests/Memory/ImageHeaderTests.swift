import Foundation
import Testing

@testable import FluxImages

struct ImageHeaderTests {
    /// The beginning of an image of 300 × 200 pixels.
    struct Format: CustomTestStringConvertible {
        let name: String
        let bytes: [UInt8]

        var testDescription: String { name }
    }

    private static let formats = [
        Format(
            name: "PNG", bytes: [0x89] + "PNG\r\n\u{1a}\n\0\0\0\rIHDR".utf8 + [0, 0, 1, 44, 0, 0, 0, 200, 8]),
        Format(name: "GIF", bytes: "GIF89a".utf8 + [44, 1, 200, 0, 0]),
        Format(
            name: "BMP",
            bytes: "BM".utf8 + Array(repeating: 0, count: 12) + [40, 0, 0, 0, 44, 1, 0, 0, 56, 255, 255, 255]),
        Format(
            name: "JPEG",
            bytes: [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xff, 0xc2, 0, 17, 8, 0, 200, 1, 44, 3]),
        Format(
            name: "WebP with alpha",
            bytes: "RIFF\0\0\0\0WEBPVP8X".utf8 + Array(repeating: 0, count: 8) + [43, 1, 0, 199, 0, 0]),
        Format(
            name: "WebP without losses",
            bytes: "RIFF\0\0\0\0WEBPVP8L".utf8 + [0, 0, 0, 0, 0x2f, 0x2b, 0xc1, 0x31, 0]),
        Format(
            name: "WebP",
            bytes: "RIFF\0\0\0\0WEBPVP8 ".utf8 + Array(repeating: 0, count: 10) + [44, 1, 200, 0]),
    ]

    @Test(arguments: formats)
    func sizeIsReadFromTheFirstBytes(format: Format) throws {
        let header = try #require(ImageHeader(Data(format.bytes)))
        #expect(header.width == 300 && header.height == 200)
        #expect(header.decodedByteCount == 240_000)
        // A part of other data has other indices.
        #expect(ImageHeader(Data([1, 2] + format.bytes).dropFirst(2)) == header)
    }

    @Test(arguments: formats)
    func partOfAHeaderHasNoSize(format: Format) {
        let last =
            format.bytes.count
            - (format.name == "JPEG" || format.name == "PNG" || format.name == "GIF" ? 1 : 0)
        for count in 0..<last { #expect(ImageHeader(Data(format.bytes.prefix(count))) == nil, "\(count)") }
    }

    @Test func otherBytesHaveNoSize() {
        #expect(ImageHeader(Data()) == nil)
        #expect(ImageHeader(Data("<html>".utf8)) == nil)
        #expect(ImageHeader(Data([0xff, 0xd8] + Array(repeating: 0xff, count: 100))) == nil)
        #expect(ImageHeader(Data("GIF89a".utf8 + [0, 0, 0, 0])) == nil)
    }

    @Test func decodedSizeDoesNotOverflow() throws {
        let bytes: [UInt8] = [0x89] + "PNG\r\n\u{1a}\n\0\0\0\rIHDR".utf8 + Array(repeating: 255, count: 8)
        #expect(try #require(ImageHeader(Data(bytes))).decodedByteCount > 0)
    }

    @Test func largestNumbersDoNotOverflow() throws {
        let wide: [UInt8] = [0x89] + "PNG\r\n\u{1a}\n\0\0\0\rIHDR".utf8 + [255, 255, 255, 255, 0, 0, 0, 1]
        #expect(try #require(ImageHeader(Data(wide))).width == Int(clamping: UInt32.max))
        // The height is the least number of 32 bits, whose magnitude has one more.
        let start: [UInt8] = "BM".utf8 + Array(repeating: 0, count: 12)
        let deep = start + [40, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 128]
        #expect(try #require(ImageHeader(Data(deep))).height == Int(clamping: Int32.min.magnitude))
    }

    @Test func imageCostsItsPixels() {
        let bytes = Data(Self.formats[0].bytes)
        let configuration = ImageLoader<Int>.Configuration()
        #expect(configuration.cost(1, bytes) == 240_000)
        #expect(configuration.cost(1, Data("text".utf8)) == 4)
    }
}
