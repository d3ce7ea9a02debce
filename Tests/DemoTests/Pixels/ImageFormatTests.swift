import Foundation
import TestSupport
import Testing

@testable import Demo

/// The formats of images.
struct ImageFormatTests {
    /// A format, and how far its samples may be from the picture.
    struct Format: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let base64: String
        let error: Int

        init(_ name: String, _ base64: String, error: Int = 0) {
            testDescription = name
            self.base64 = base64
            self.error = error
        }
    }

    private static let colors = [
        Format("4:4:4", ImageFixtures.jpeg444, error: 8), Format("4:2:2", ImageFixtures.jpeg422, error: 14),
        Format("4:2:0", ImageFixtures.jpeg420, error: 16),
        Format("progressive 4:4:4", ImageFixtures.progressive444, error: 8),
        Format("progressive 4:2:0", ImageFixtures.progressive420, error: 16),
        Format("interlaced PNG", ImageFixtures.interlacedPNG),
    ]
    private static let greys = [
        Format("grey", ImageFixtures.jpegGrey, error: 6),
        Format("progressive grey", ImageFixtures.progressiveGrey, error: 6),
    ]
    private static let gifs = [
        Format("GIF", ImageFixtures.gif), Format("interlaced GIF", ImageFixtures.interlacedGIF),
    ]

    private func pixels(_ base64: String, keptSize: Int = 96) throws -> Pixels {
        try Pixels(decoding: try #require(Data(base64Encoded: base64)), keptSize: keptSize)
    }

    /// The largest difference of the samples of an image from what they should be.
    private func error(_ pixels: Pixels, _ expected: (Int, Int) -> [Int]) -> Int {
        var error = 0
        for y in 0..<pixels.height {
            for x in 0..<pixels.width {
                let color = pixels[x, y]
                for (sample, value) in zip([color.red, color.green, color.blue], expected(x, y)) {
                    error = max(error, abs(Int(sample) - value))
                }
            }
        }
        return error
    }

    @Test(arguments: colors)
    func colorsAreDecoded(format: Format) throws {
        let image = try pixels(format.base64)
        #expect(image.width == 24 && image.height == 20)
        #expect(
            error(image) { x, y in [x * 255 / 23, y * 255 / 19, (x + y) * 127 / 42 + 64] } <= format.error)
    }

    @Test(arguments: greys)
    func greyIsDecoded(format: Format) throws {
        let image = try pixels(format.base64)
        #expect(image.width == 24 && image.height == 20)
        #expect(error(image) { x, _ in Array(repeating: x * 255 / 23, count: 3) } <= format.error)
    }

    @Test(arguments: gifs)
    func indicesAreDecoded(format: Format) throws {
        let image = try pixels(format.base64)
        #expect(image.width == 24 && image.height == 20)
        let difference = error(image) { x, y in
            let index = (x + 2 * y) % 32
            return index == 31 ? [128, 128, 128] : [index * 8, 255 - index * 8, index * 37 % 256]
        }
        #expect(difference == 0)
    }

    @Test func passesOfAnInterlacedImageMayBeEmpty() throws {
        let image = try pixels(ImageFixtures.interlacedBits)
        #expect(image.width == 3 && image.height == 5)
        #expect(error(image) { x, y in Array(repeating: (x + y) % 2 * 255, count: 3) } == 0)
    }

    /// Of an image that is shown eight times smaller, the means of blocks are decoded: 24 × 20 pixels have
    /// 3 × 3 blocks.
    @Test(arguments: [ImageFixtures.jpeg444, ImageFixtures.progressive444, ImageFixtures.jpegGrey].indices)
    func largeImageIsDecodedInBlocks(index: Int) throws {
        let formats = [ImageFixtures.jpeg444, ImageFixtures.progressive444, ImageFixtures.jpegGrey]
        let image = try pixels(formats[index], keptSize: 3)
        #expect(image.width == 3 && image.height == 3)
        let red = (0..<3).map { Int(image[$0, 0].red) }
        // The mean of eight columns.
        for (column, value) in red.enumerated() {
            #expect(abs(value - (8 * column * 2 + 7) * 255 / 23 / 2) <= 6)
        }
    }

    @Test func otherFormatsAreNotShown() {
        #expect(throws: ImageNotShown(reason: "JPEG images in four colors are not shown")) {
            try pixels(ImageFixtures.jpegCMYK)
        }
        #expect(throws: ImageNotShown(reason: "webP images are not shown")) {
            try Pixels(decoding: Data("RIFF\0\0\0\0WEBPVP8 ".utf8))
        }
        #expect(throws: ImageNotShown(reason: "not an image")) { try Pixels(decoding: Data("<html>".utf8)) }
    }

    // MARK: Damage

    private static let all = (colors + greys + gifs).map { Data(base64Encoded: $0.base64) ?? Data() }

    @Test func imageThatIsCutIsAnError() throws {
        for data in Self.all {
            // A GIF file may have further images.
            let end = data.starts(with: "GIF".utf8) ? data.count - 8 : data.count
            for length in 0..<end {
                #expect(throws: ImageNotShown.self) { try Pixels(decoding: data.prefix(length)) }
            }
        }
    }

    /// Random changes are an error, or an image, in a short time; nothing traps.
    @Test func damagedImageIsAnErrorOrAnImage() {
        Seeds.forEach(300) { random in
            var data = Self.all[random.number(below: Self.all.count)]
            for _ in 0..<1 + random.number(below: 6) {
                let index = random.number(below: data.count)
                switch random.number(below: 4) {
                case 0: data[index] = UInt8(random.number(below: 256))
                case 1: data[index] ^= 1 << UInt8(random.number(below: 8))
                case 2: data.removeSubrange(index..<min(data.count, index + 1 + random.number(below: 9)))
                default: data.insert([0x00, 0xFF, 0xDA, 0xC4][random.number(below: 4)], at: index)
                }
            }
            guard let image = try? Pixels(decoding: data, keptSize: 40) else { return }
            try #require(image.colors.count == image.width * image.height)
            try #require(max(image.width, image.height) <= 40)
        }
    }

    /// A file of a few bytes that claims to be large takes no memory for it.
    @Test func sizeIsLimitedBeforeMemoryIsAllocated() throws {
        var jpeg = try #require(Data(base64Encoded: ImageFixtures.jpeg444))
        let frame = try #require(jpeg.range(of: Data([0xFF, 0xC0]))).lowerBound
        jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(throws: ImageNotShown(reason: "the image has 65535 × 65535 pixels")) {
            try Pixels(decoding: jpeg)
        }
        var gif = try #require(Data(base64Encoded: ImageFixtures.gif))
        gif.replaceSubrange(6..<10, with: [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(throws: ImageNotShown(reason: "the image has 65535 × 65535 pixels")) {
            try Pixels(decoding: gif)
        }
    }

    /// Scans that have no bits for most blocks must not be repeated without a limit.
    @Test func numberOfScansIsLimited() throws {
        let data = try #require(Data(base64Encoded: ImageFixtures.progressiveGrey))
        let scan = try #require(data.range(of: Data([0xFF, 0xDA]), options: .backwards)).lowerBound
        let repeated = data[..<scan] + Data(repeatElement(data[scan..<data.count - 2], count: 200).joined())
        #expect(throws: ImageNotShown(reason: "the JPEG image is damaged")) {
            try Pixels(decoding: repeated + Data([0xFF, 0xD9]))
        }
    }
}
