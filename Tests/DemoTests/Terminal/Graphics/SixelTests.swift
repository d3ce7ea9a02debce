import TestSupport
import Testing

@testable import Demo

struct SixelTests {
    private func raster(_ width: Int, _ height: Int, _ color: (Int, Int) -> Pixels.Color?) -> PixelRaster {
        let colors = (0..<width * height).map { color($0 % width, $0 / width) }
        return PixelRaster(
            width: width, height: height, cell: CellPixels(width: width, height: height), colors: colors)
    }

    private func decoded(_ raster: PixelRaster) throws -> SixelDecoder {
        let text = String(decoding: SixelEncoder.bytes(of: raster), as: UTF8.self)
        #expect(text.hasPrefix("\u{1B}P") && text.hasSuffix("\u{1B}\\"))
        let decoder = try #require(SixelDecoder(String(text.dropFirst(2).dropLast(2))))
        #expect(decoder.width == raster.width && decoder.height == raster.height)
        #expect(decoder.registerCount <= 256)
        return decoder
    }

    /// The largest difference of a sample from that which is decoded; 256 if other pixels are transparent.
    private func error(of raster: PixelRaster) throws -> Int {
        let decoder = try decoded(raster)
        var error = 0
        for (color, shown) in zip(raster.colors, decoder.colors) {
            guard let color, let shown else {
                if color == nil, shown == nil { continue }
                return 256
            }
            for (left, right) in [
                (color.red, shown.red), (color.green, shown.green), (color.blue, shown.blue),
            ] {
                error = max(error, abs(Int(left) - Int(right)))
            }
        }
        return error
    }

    @Test func fewColorsAreExactButForTheirRounding() throws {
        let image = raster(40, 25) { x, y in
            let colors = [(255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255), (8, 96, 200)]
            let (red, green, blue) = colors[(x / 5 + y / 3) % 5]
            return Pixels.Color(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
        }
        #expect(try error(of: image) <= 2)
    }

    @Test func transparentPixelsAreNotDrawn() throws {
        let image = raster(13, 17) { x, y in
            (x * y) % 3 == 0 ? nil : Pixels.Color(red: UInt8(x * 16), green: 0, blue: UInt8(y * 8))
        }
        #expect(try error(of: image) <= 2)
        let empty = raster(5, 7) { _, _ in nil }
        #expect(try decoded(empty).colors.allSatisfy { $0 == nil })
    }

    /// With more colors than registers, each is near to one of them.
    @Test func manyColorsAreQuantized() {
        Seeds.forEach(10) { random in
            let width = 1 + random.number(below: 70)
            let height = 1 + random.number(below: 40)
            var colors: [Pixels.Color?] = []
            for _ in 0..<width * height {
                colors.append(
                    random.chance(3)
                        ? nil
                        : Pixels.Color(
                            red: UInt8(random.number(below: 256)), green: UInt8(random.number(below: 256)),
                            blue: UInt8(random.number(below: 256))))
            }
            let image = raster(width, height) { x, y in colors[y * width + x] }
            let error = try error(of: image)
            try #require(error <= 72)
        }
    }

    @Test func gradientIsSmooth() throws {
        let image = raster(60, 63) { x, y in
            Pixels.Color(red: UInt8(x * 4), green: UInt8(y * 4), blue: UInt8(x + y))
        }
        #expect(try error(of: image) <= 20)
    }

    @Test func runsAreCounted() {
        let image = raster(100, 6) { _, _ in Pixels.Color(red: 255, green: 0, blue: 0) }
        let text = String(decoding: SixelEncoder.bytes(of: image), as: UTF8.self)
        #expect(text == "\u{1B}P0;1;0q\"1;1;100;6#0;2;100;0;0#0!100~-\u{1B}\\")
    }
}
