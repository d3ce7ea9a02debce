/// Encodes pixels as sixels: bands of six lines, drawn color by color (DEC STD 070, chapter 9).
struct SixelEncoder {
    /// The number of lines of a band.
    private static let band = 6
    /// The bits of no pixel.
    private static let blank = UInt8(ascii: "?")

    private let raster: PixelRaster
    /// The register of each pixel; -1 for a transparent one.
    private let registers: [Int]
    private var bytes: [UInt8]

    /// Returns the control sequence that draws pixels at the cursor. Transparent ones are not drawn.
    static func bytes(of raster: PixelRaster) -> [UInt8] {
        let palette = ColorPalette(raster.colors)
        var encoder = SixelEncoder(raster, palette)
        for first in stride(from: 0, to: raster.height, by: band) { encoder.addBand(from: first) }
        return encoder.bytes + Array("\u{1B}\\".utf8)
    }

    private init(_ raster: PixelRaster, _ palette: ColorPalette) {
        self.raster = raster
        registers = palette.indices
        bytes = Array("\u{1B}P0;1;0q\"1;1;\(raster.width);\(raster.height)".utf8)
        for (index, color) in palette.colors.enumerated() {
            bytes += "#\(index);2;\(color.red);\(color.green);\(color.blue)".utf8
        }
    }

    private mutating func addBand(from first: Int) {
        let width = raster.width
        var rows: [[UInt8]?] = Array(repeating: nil, count: ColorPalette.size)
        var used: [Int] = []
        for y in first..<min(first + Self.band, raster.height) {
            for x in 0..<width {
                let register = registers[y * width + x]
                if register < 0 { continue }
                if rows[register] == nil {
                    rows[register] = Array(repeating: 0, count: width)
                    used.append(register)
                }
                rows[register]?[x] |= 1 << UInt8(y - first)
            }
        }
        for (offset, register) in used.enumerated() {
            // Each color begins at the left again.
            if offset > 0 { bytes.append(UInt8(ascii: "$")) }
            bytes += "#\(register)".utf8
            add(rows[register] ?? [])
        }
        bytes.append(UInt8(ascii: "-"))
    }

    /// Adds the columns of a color, of which equal ones are counted; blank ones at the end are left out.
    private mutating func add(_ columns: [UInt8]) {
        let count = (columns.lastIndex { $0 != 0 } ?? -1) + 1
        var index = 0
        while index < count {
            var end = index + 1
            while end < count, columns[end] == columns[index] { end += 1 }
            let sixel = columns[index] + Self.blank
            if end - index > 3 {
                bytes += "!\(end - index)".utf8
                bytes.append(sixel)
            } else {
                bytes += Array(repeating: sixel, count: end - index)
            }
            index = end
        }
    }
}
