import Foundation
import LoopbackServer

/// The parts of a PNG file that pixels are made from.
struct PNGImage {
    private let width: Int
    private let height: Int
    private let isInterlaced: Bool
    private let depth: Int
    private let colorType: UInt8
    private var palette: [UInt8] = []
    private var transparency: [UInt8] = []
    /// The samples of the color that is transparent, in an image without a palette.
    private var transparentColor: [Int] = []
    private var stream: [UInt8] = []

    /// Decodes a file.
    ///
    /// - Throws: An ``ImageNotShown`` for an image that is damaged or too large.
    static func pixels(of data: Data) throws(ImageNotShown) -> Pixels {
        guard let file = try? PNG(decoding: data) else { throw ImageNotShown(reason: "not a PNG image") }
        try Pixels.checkSize(file.width, file.height)
        guard let pixels = PNGImage(data)?.pixels else {
            throw ImageNotShown(reason: "the PNG image is damaged")
        }
        return pixels
    }

    /// - Parameter data: A file whose chunks are valid.
    private init?(_ data: Data) {
        let bytes = [UInt8](data)
        func number(at index: Int) -> Int { bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) } }
        guard bytes.count > 33 else { return nil }
        width = number(at: 16)
        height = number(at: 20)
        depth = Int(bytes[24])
        colorType = bytes[25]
        isInterlaced = bytes[28] == 1
        var position = 8
        while position + 12 <= bytes.count {
            let length = number(at: position)
            let content = bytes[position + 8..<position + 8 + length]
            switch String(decoding: bytes[position + 4..<position + 8], as: UTF8.self) {
            case "PLTE": palette = Array(content)
            case "tRNS": transparency = Array(content)
            case "IDAT": stream += content
            default: break
            }
            position += 12 + length
        }
        if colorType == 0 || colorType == 2, transparency.count == 2 * samples {
            transparentColor = (0..<samples).map {
                Int(transparency[2 * $0]) << 8 | Int(transparency[2 * $0 + 1])
            }
        }
    }

    /// The number of samples of a pixel.
    private var samples: Int {
        switch colorType {
        case 2: 3
        case 4: 2
        case 6: 4
        default: 1
        }
    }

    /// The pixels; `nil` if they are damaged.
    private var pixels: Pixels? {
        let passes = isInterlaced ? Pass.interlaced : [Pass.whole]
        let length = passes.reduce(0) { $0 + $1.height(in: height) * filteredLength(of: $1) }
        guard let content = try? Inflate.content(of: stream, limit: length), content.count == length else {
            return nil
        }
        var colors = Array(repeating: Pixels.Color(red: 0, green: 0, blue: 0), count: width * height)
        var start = 0
        for pass in passes {
            guard decode(pass, content, from: start, &colors) else { return nil }
            start += pass.height(in: height) * filteredLength(of: pass)
        }
        return Pixels(width: width, height: height, colors: colors)
    }

    /// The number of bytes of a row with its filter; zero for a pass without pixels.
    private func filteredLength(of pass: Pass) -> Int {
        let count = pass.width(in: width)
        return count == 0 ? 0 : (count * samples * depth + 7) / 8 + 1
    }

    private func decode(
        _ pass: Pass, _ content: [UInt8], from first: Int, _ colors: inout [Pixels.Color]
    ) -> Bool {
        let length = filteredLength(of: pass)
        if length == 0 { return true }
        var above = [UInt8](repeating: 0, count: length - 1)
        for line in 0..<pass.height(in: height) {
            let start = first + line * length
            var row = Array(content[start + 1..<start + length])
            guard unfilter(&row, above, content[start]) else { return false }
            let place = (pass.y + line * pass.dy) * width + pass.x
            for index in 0..<pass.width(in: width) { colors[place + index * pass.dx] = color(at: index, row) }
            above = row
        }
        return true
    }

    /// Undoes the filter of a row (PNG specification §9).
    private func unfilter(_ row: inout [UInt8], _ above: [UInt8], _ filter: UInt8) -> Bool {
        let distance = max(1, samples * depth / 8)
        for index in row.indices {
            let left = index >= distance ? row[index - distance] : 0
            let corner = index >= distance ? above[index - distance] : 0
            switch filter {
            case 0: return true
            case 1: row[index] &+= left
            case 2: row[index] &+= above[index]
            case 3: row[index] &+= UInt8((Int(left) + Int(above[index])) / 2)
            case 4: row[index] &+= Self.nearest(Int(left), Int(above[index]), Int(corner))
            default: return false
            }
        }
        return true
    }

    /// The predictor of Paeth.
    private static func nearest(_ left: Int, _ above: Int, _ corner: Int) -> UInt8 {
        let estimate = left + above - corner
        let distances = (abs(estimate - left), abs(estimate - above), abs(estimate - corner))
        if distances.0 <= distances.1, distances.0 <= distances.2 { return UInt8(left) }
        return UInt8(distances.1 <= distances.2 ? above : corner)
    }

    private func sample(_ index: Int, _ row: [UInt8]) -> Int {
        switch depth {
        case 8: return Int(row[index])
        case 16: return Int(row[2 * index])
        default:
            let shift = 8 - depth - index * depth % 8
            return Int(row[index * depth / 8]) >> shift & ((1 << depth) - 1)
        }
    }

    /// Whether the samples from a first one are those of the transparent color, with all of their bits.
    private func isTransparent(_ first: Int, _ row: [UInt8]) -> Bool {
        if transparentColor.isEmpty { return false }
        return transparentColor.indices.allSatisfy { index in
            let place = first + index
            let low = depth == 16 ? Int(row[2 * place + 1]) : 0
            return sample(place, row) << (depth == 16 ? 8 : 0) | low == transparentColor[index]
        }
    }

    private func color(at x: Int, _ row: [UInt8]) -> Pixels.Color {
        let first = x * samples
        let alpha = isTransparent(first, row) ? 0 : 255
        switch colorType {
        case 0, 4:
            let scale = depth < 8 ? 255 / ((1 << depth) - 1) : 1
            let grey = UInt8(sample(first, row) * scale)
            return .over(grey, grey, grey, alpha: colorType == 4 ? sample(first + 1, row) : alpha)
        case 3:
            let index = sample(first, row)
            guard 3 * index + 2 < palette.count else { return .init(red: 0, green: 0, blue: 0) }
            return .over(
                palette[3 * index], palette[3 * index + 1], palette[3 * index + 2],
                alpha: index < transparency.count ? Int(transparency[index]) : 255)
        default:
            return .over(
                UInt8(sample(first, row)), UInt8(sample(first + 1, row)), UInt8(sample(first + 2, row)),
                alpha: colorType == 6 ? sample(first + 3, row) : alpha)
        }
    }
}

/// The pixels that are stored together: every `dx`th of every `dy`th row (PNG specification §8.2).
private struct Pass {
    static let whole = Pass(x: 0, y: 0, dx: 1, dy: 1)
    static let interlaced = [
        Pass(x: 0, y: 0, dx: 8, dy: 8), Pass(x: 4, y: 0, dx: 8, dy: 8), Pass(x: 0, y: 4, dx: 4, dy: 8),
        Pass(x: 2, y: 0, dx: 4, dy: 4), Pass(x: 0, y: 2, dx: 2, dy: 4), Pass(x: 1, y: 0, dx: 2, dy: 2),
        Pass(x: 0, y: 1, dx: 1, dy: 2),
    ]

    let x: Int
    let y: Int
    let dx: Int
    let dy: Int

    func width(in width: Int) -> Int { (width - x + dx - 1) / dx }
    func height(in height: Int) -> Int { (height - y + dy - 1) / dy }
}
