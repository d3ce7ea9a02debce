import Foundation
import LoopbackServer
import Testing

@testable import Demo

struct PictureTests {
    private static let headers: [(Picture.Format, [UInt8])] = [
        (.png, PNG.signature), (.jpeg, [0xFF, 0xD8, 0xFF, 0xE0]), (.gif, Array("GIF89a".utf8)),
        (.gif, Array("GIF87a".utf8)), (.webP, Array("RIFF\u{1}\u{2}\u{3}\u{4}WEBPVP8 ".utf8)),
    ]

    @Test(arguments: headers)
    func formatIsRecognizedByTheFirstBytes(format: Picture.Format, bytes: [UInt8]) throws {
        let data = Data(bytes + [1, 2, 3])
        let picture = try Picture(decoding: data)
        #expect(picture.format == format)
        #expect(picture.data == data)
        // A slice counts its bytes from elsewhere.
        #expect(try Picture(decoding: (Data([0, 0]) + data).dropFirst(2)).format == format)
    }

    @Test(arguments: ["", "GIF", "<!doctype html>", "RIFF1234WAVE", "<svg/>", "\u{89}PNG"])
    func otherBytesAreNotAnImage(text: String) {
        #expect(throws: NotAPicture.self) { try Picture(decoding: Data(text.utf8)) }
    }
}
