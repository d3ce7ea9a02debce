import Foundation
import LoopbackServer
import Testing

@testable import Demo

/// Images of 20 × 20 pixels, whose rows have each of the five filters, compressed by zlib.
struct PixelsTests {
    private static let color =
        "iVBORw0KGgoAAAANSUhEUgAAABQAAAAUCAIAAAAC64paAAABk0lEQVR42qXTLYtbQRSA4TfJzeTr5DsLqYloI9YshB"
        + "WtOaZmCaxZkZqYRtQUQkXV0SVQUxG1KqKmEKqPXgK1UVWxhfyA/oTOTqG0VGySvTxcxtx7hpcZAIE+DGEECmOYwAzm"
        + "YLCAJaxgDQ4b2MIO9pCLnwq50+Tv50r8RVwUkAwpIgEpIWWkglSRGhIn1JEG0kRaSBvpIN1C3HEI+RAKSZYUk99PKS"
        + "knlaSa1KLsfnLcPHkoQHYkRbTY1+pQmyPtqT4Z62Ciz2Z6PtcL08uFvliqrvTlWq9crzd6s9VXO53u9XUuxhXCaR4Z"
        + "7DmHFwpBknrS+D9YEQKUoAyVhxhi1b71hjYY2bna5dh0Ylczu5nb1OzNwt4tzVb2YW2f3G439nlrX3fme7vLxeMn1E"
        + "7zyGATDi+UNJNW9GCwKtTSxatD4y/d9HbEm30fDP1i5Kp+PfbpxN/O3Ob+0fx24V+W7iv/tvbv7j82/nPr2c67e3+a"
        + "ixdUaB3j7M/62GC9f4O95+BCZyG0k07SPTZYE1rQhk5s9gs9l2viHaiwpwAAAABJRU5ErkJggg=="
    private static let transparent =
        "iVBORw0KGgoAAAANSUhEUgAAABQAAAAUCAYAAACNiR0NAAAB5klEQVR42rXTrY8aURQF8DN8zC4fCyywCTWIFrFmE7"
        + "Kia66p2ZCsWUENpoiaJqSi6srSkNRUoFYhapqQ6qsbklrUKmwT/oD+B7dn6DNLaZgNWfGbl3l5MznzzjwA8DK1qENd"
        + "EupRn4Y0IuXCCU1pRnMyWtCSVrSmCOXkhcmwV5RmXYZXoBxRhrKUozzFdETHVKAilYgPlE+oQlWq0SnVqYEsWvgYxx"
        + "nEcTbIBfkgDo7GxPE4KATFoLSR2yRkVDAs+H5w6jDCPZS8t6ToHal6V5ou8sx70va+vPChnPtILlzlEhO5wlQEM3mF"
        + "uVzD5AYLucVSXmMlA6zlDaP1klJipBClWfcEpbxMSvmnAOwoYLxdQByXg5Og8r9SmJDxASYEE6LwCMo91KK3tOkdbX"
        + "tXz1300nsq3tdrH+qtj3Tgqm8x0feYqmKmnzDXLzC9w0K/YqnfsVLDWn8w2iQppYQUojTrnqCUflLK/hPAzR9vF/BX"
        + "NahtPKIUJuQnYfMAE6KypRFG4x5a1VvW9o5deNfExW68ZwPv2zsfmvrIPrvaHSb2DVMzzOwn5nYPs19Y2G8sLYeVNb"
        + "C254y2SEqpIYVo9/zZg/sDS2nuKOVDUsr+E0DjhwWc0WlQDxqHlsLfhp8JMCHqm2L+ADvdm77OEPxvAAAAAElFTkSu"
        + "QmCC"
    private static let grey4 =
        "iVBORw0KGgoAAAANSUhEUgAAABQAAAAUBAAAAABtEq/QAAAAd0lEQVR42mNgVHZN71x99j2jMqOQEhgAKSZBOGBWlg"
        + "IBrllSUixQISVBQYawill77n0QMgmrYEyHaoJqY4Ro8wVqEgJrZYELCjKALQJbyLhHCWofim0VIIvAFrKALYJoA1sE"
        + "tpCRUQnmSpg2oNnMED0gC1nggoIAjsYj31igk9EAAAAASUVORK5CYII="
    private static let grey16 =
        "iVBORw0KGgoAAAANSUhEUgAAABQAAAAUEAAAAAD4cp6SAAAATklEQVR42mNgYOdhl2BXYTdgt2H3YA9hT2DPYa9gb2"
        + "GfwD6HfQX7FvYD7GfYb7A/YWcEKmQgBjIxEAmYGVjYGIiBLAxEg1HPjHqG5p4BACjFK30sCZ4NAAAAAElFTkSuQmCC"

    /// Two pixels that differ in the last bit, of which the first one has the transparent color, without a
    /// palette: in color, in gray of 16 bits, and of one bit.
    private static let transparentColors = [
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAABnRSTlMACgAUAB7FNin/AAAAD0lEQVR42mPgEpHjEpEHAAGEAH"
            + "ol5HyRAAAAAElFTkSuQmCC",
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABEAAAAACB2fwVAAAAAnRSTlNAAfHtsqsAAAANSURBVHjaY3BgdGACAAGKAIQnOAQVAA"
            + "AAAElFTkSuQmCC",
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABAQAAAADcWUInAAAAAnRSTlMAAQGU/a4AAAAKSURBVHjaY2gAAACCAIHaRQg7AAAAAE"
            + "lFTkSuQmCC",
    ]

    private func pixels(_ base64: String) throws -> Pixels {
        try Pixels(decoding: try #require(Data(base64Encoded: base64)))
    }

    private func color(_ red: Int, _ green: Int, _ blue: Int) -> Pixels.Color {
        Pixels.Color(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
    }

    @Test func colorsAreDecoded() throws {
        let image = try pixels(Self.color)
        #expect(image.width == 20 && image.height == 20)
        for y in 0..<20 {
            for x in 0..<20 { #expect(image[x, y] == color(x * 12, y * 12, x * y % 251)) }
        }
    }

    @Test func transparentPixelsAreGrey() throws {
        let image = try pixels(Self.transparent)
        #expect(image[9, 19] == color(108, 228, 171))
        #expect(image[10, 19] == color(128, 128, 128))
    }

    @Test func pixelsOfTheTransparentColorAreGrey() throws {
        let images = try Self.transparentColors.map { try pixels($0) }
        #expect(images.map { $0[0, 0] } == Array(repeating: color(128, 128, 128), count: 3))
        #expect(images.map { $0[1, 0] } == [color(10, 20, 31), color(64, 64, 64), color(0, 0, 0)])
    }

    @Test func greyIsDecodedInEachDepth() throws {
        #expect(try pixels(Self.grey4)[3, 5] == color(8 * 17, 8 * 17, 8 * 17))
        #expect(try pixels(Self.grey16)[3, 5] == color(36, 36, 36))
    }

    @Test func avatarOfTheServerIsDecoded() throws {
        let image = try Pixels(decoding: Identicon(id: 23).png())
        #expect(image.width == 40 && image.height == 40)
        #expect(Set(image.colors.map { "\($0)" }).count == 2)
        // It is symmetric.
        #expect((0..<40).allSatisfy { image[0, $0] == image[39, $0] })
    }

    @Test func anyDamageIsAnError() throws {
        let whole = try #require(Data(base64Encoded: Self.color))
        for length in stride(from: 0, to: whole.count, by: 7) {
            #expect(throws: ImageNotShown.self) { try Pixels(decoding: whole.prefix(length)) }
        }
    }

    /// Streams that are no zlib streams, or refer to bytes that there are not.
    @Test(
        arguments: [
            [], [0x78], [0x78, 0x9C], [0x78, 0x9C, 0x07], [0x78, 0x9C, 0x01, 0x05, 0x00, 0x00, 0x00],
            [0x78, 0x9C, 0x63, 0x04, 0x22], [0x78, 0x9C, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
        ] as [[UInt8]])
    func damagedStreamIsAnError(stream: [UInt8]) {
        #expect(throws: Inflate.Failure.self) { try Inflate.content(of: stream, limit: 1000) }
    }

    @Test func imageFitsTheCells() throws {
        let image = try pixels(Self.color)
        let fitted = image.fitted(columns: 6, lines: 3)
        #expect(fitted.width == 6 && fitted.height == 6)
        #expect(fitted[0, 0] == color(12, 12, 1))
        #expect(image.fitted(columns: 80, lines: 30) == image)
        let wide = Pixels(width: 40, height: 2, colors: Array(repeating: color(9, 9, 9), count: 80))
        #expect(wide.fitted(columns: 10, lines: 10).height == 1)
    }
}
