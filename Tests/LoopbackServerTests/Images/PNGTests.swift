import Foundation
import Testing

@testable import LoopbackServer

struct PNGTests {
    private let bytes = Identicon(id: 46).png()
    private let white = RGB(hue: 0, saturation: 0, lightness: 1)
    private let black = RGB(hue: 0, saturation: 0, lightness: 0)

    @Test func encodedImageDecodes() throws {
        let avatar = try PNG(decoding: bytes)
        #expect(avatar.width == 40)
        #expect(avatar.height == 40)
    }

    @Test func largeImageTakesSeveralBlocks() throws {
        let row = [UInt8](repeating: 0, count: 1_000)
        let written = PNG.encode(
            width: 8_000, rows: Array(repeating: row, count: 70), colors: (white, black))
        let image = try PNG(decoding: written)
        #expect((image.width, image.height) == (8_000, 70))
    }

    @Test func checksumsMatchKnownValues() {
        #expect(Checksum.crc32("123456789".utf8) == 0xCBF4_3926)
        #expect(Checksum.adler32("Wikipedia".utf8) == 0x11E6_0398)
    }

    @Test func encodedBytesMatchAKnownFile() {
        let expected =
            "89504e470d0a1a0a0000000d4948445200000003000000020103000000a7baf459"
            + "00000006504c5445ffffff00000055c2d37e0000000f494441547801010400fbff"
            + "00400080014400c1c3e62e9e0000000049454e44ae426082"
        let written = PNG.encode(width: 3, rows: [[0x40], [0x80]], colors: (white, black))
        #expect(written.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == expected)
    }

    @Test func identiconsDifferByUserAndRepeatForOne() {
        let images = Set((1...200).map { Identicon(id: $0).png() })
        #expect(images.count == 200)
        #expect(Identicon(id: 46).png() == bytes)
    }

    @Test func changeOfAnyByteIsRejected() {
        for index in bytes.indices {
            var broken = bytes
            broken[index] ^= 0x10
            #expect(throws: PNGError.self) { try PNG(decoding: broken) }
        }
    }

    @Test func truncatedFileIsRejected() {
        for count in 0..<bytes.count {
            #expect(throws: PNGError.self) { try PNG(decoding: bytes.prefix(count)) }
        }
    }

    @Test func errorNamesTheDamage() {
        #expect(throws: PNGError.notPNG) { try PNG(decoding: Data("<!doctype html>".utf8)) }
        #expect(throws: PNGError.notPNG) { try PNG(decoding: Data()) }
        #expect(throws: PNGError.truncated) { try PNG(decoding: bytes.dropLast()) }
        #expect(throws: PNGError.trailingBytes) { try PNG(decoding: bytes + [0]) }
        #expect(throws: PNGError.badOrder(chunk: "IHDR")) { try PNG(decoding: bytes.removing(8..<33)) }
        #expect(throws: PNGError.badOrder(chunk: "IDAT")) {
            try PNG(decoding: bytes.removing(33..<(bytes.count - 12)))
        }
        var broken = bytes
        broken[60] ^= 1
        #expect(throws: PNGError.badChecksum(chunk: "IDAT")) { try PNG(decoding: broken) }
    }

    @Test func sliceOfALargerBufferDecodes() throws {
        let slice = (Data([1, 2, 3]) + bytes).dropFirst(3)
        #expect(try PNG(decoding: slice).width == 40)
    }
}

extension Data {
    fileprivate func removing(_ range: Range<Int>) -> Data {
        prefix(range.lowerBound) + dropFirst(range.upperBound)
    }
}
