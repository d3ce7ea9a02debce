import Foundation
import LoopbackServer

extension Pixels {
    /// The number of pixels on a side that are kept.
    private static let keptSize = 96
    /// The number of pixels of the largest image that is decoded.
    private static let maximumCount = 16_000_000

    /// Decodes a PNG image, and scales it down to what a terminal shows.
    ///
    /// - Throws: An ``ImageNotShown`` for other formats, and for an image that is damaged or too large.
    init(decoding data: Data) throws(ImageNotShown) {
        if let format = try? Picture(decoding: data).format, format != .png {
            throw ImageNotShown(reason: "\(format) images are not shown")
        }
        guard (try? PNG(decoding: data)) != nil, let image = PNGImage(data) else {
            throw ImageNotShown(reason: "not a PNG image")
        }
        guard image.width * image.height <= Self.maximumCount else {
            throw ImageNotShown(reason: "the image has \(image.width) × \(image.height) pixels")
        }
        guard let pixels = image.pixels else { throw ImageNotShown(reason: "the PNG image is damaged") }
        let scale = min(1, Double(Self.keptSize) / Double(max(image.width, image.height)))
        self = pixels.scaled(
            width: max(1, Int(Double(image.width) * scale)), height: max(1, Int(Double(image.height) * scale))
        )
    }
}

/// The error of an image that is not shown in a terminal.
struct ImageNotShown: Error, Equatable, CustomStringConvertible {
    let reason: String

    var description: String { reason }
}

/// The parts of a PNG file that pixels are made from.
private struct PNGImage {
    let width: Int
    let height: Int
    private let depth: Int
    private let colorType: UInt8
    private var palette: [UInt8] = []
    private var transparency: [UInt8] = []
    private var stream: [UInt8] = []

    /// - Parameter data: A file whose chunks are valid; `nil` is returned for an interlaced one.
    init?(_ data: Data) {
        let bytes = [UInt8](data)
        func number(at index: Int) -> Int { bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) } }
        guard bytes.count > 33, bytes[28] == 0 else { return nil }
        width = number(at: 16)
        height = number(at: 20)
        depth = Int(bytes[24])
        colorType = bytes[25]
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

    var pixels: Pixels? {
        let rowLength = (width * samples * depth + 7) / 8
        guard let content = try? Inflate.content(of: stream, limit: (rowLength + 1) * height),
            content.count == (rowLength + 1) * height
        else { return nil }
        var colors: [Pixels.Color] = []
        colors.reserveCapacity(width * height)
        var above = [UInt8](repeating: 0, count: rowLength)
        for y in 0..<height {
            let start = y * (rowLength + 1)
            var row = Array(content[start + 1...start + rowLength])
            guard unfilter(&row, above, content[start]) else { return nil }
            for x in 0..<width { colors.append(color(at: x, row)) }
            above = row
        }
        return Pixels(width: width, height: height, colors: colors)
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

    private func color(at x: Int, _ row: [UInt8]) -> Pixels.Color {
        let first = x * samples
        switch colorType {
        case 0, 4:
            let scale = depth < 8 ? 255 / ((1 << depth) - 1) : 1
            let grey = UInt8(sample(first, row) * scale)
            return .over(grey, grey, grey, alpha: colorType == 4 ? sample(first + 1, row) : 255)
        case 3:
            let index = sample(first, row)
            guard 3 * index + 2 < palette.count else { return .init(red: 0, green: 0, blue: 0) }
            return .over(
                palette[3 * index], palette[3 * index + 1], palette[3 * index + 2],
                alpha: index < transparency.count ? Int(transparency[index]) : 255)
        default:
            return .over(
                UInt8(sample(first, row)), UInt8(sample(first + 1, row)), UInt8(sample(first + 2, row)),
                alpha: colorType == 6 ? sample(first + 3, row) : 255)
        }
    }
}

extension Pixels.Color {
    /// A colour over grey, which is neither that of a dark nor that of a light terminal.
    fileprivate static func over(_ red: UInt8, _ green: UInt8, _ blue: UInt8, alpha: Int) -> Self {
        if alpha == 255 { return Self(red: red, green: green, blue: blue) }
        func blended(_ value: UInt8) -> UInt8 { UInt8((Int(value) * alpha + 128 * (255 - alpha)) / 255) }
        return Self(red: blended(red), green: blended(green), blue: blended(blue))
    }
}
