/// The colors of an image, reduced to those that a terminal has registers for, by the median cut.
struct ColorPalette {
    /// The number of registers.
    static let size = 256
    /// The number of bits by which samples are shortened to count colors.
    private static let shift = 3

    /// The colors, whose samples are from 0 to 100, as terminals take them.
    let colors: [Pixels.Color]
    /// The color of each pixel; -1 for a transparent one.
    let indices: [Int]

    init(_ pixels: [Pixels.Color?]) {
        var counts: [Int: Bin] = [:]
        for case let color? in pixels { counts[Self.key(color), default: Bin()].add(color) }
        let boxes = Self.boxes(counts.values.sorted { $0.key < $1.key })
        colors = boxes.map(Self.mean)
        var places: [Int: Int] = [:]
        for (index, box) in boxes.enumerated() {
            for bin in box { places[bin.key] = index }
        }
        indices = pixels.map { color in color.flatMap { places[Self.key($0)] } ?? -1 }
    }

    /// Pixels of nearly the same color.
    private struct Bin {
        var key = 0
        var count = 0
        var sums = (red: 0, green: 0, blue: 0)

        mutating func add(_ color: Pixels.Color) {
            key = ColorPalette.key(color)
            count += 1
            sums.red += Int(color.red)
            sums.green += Int(color.green)
            sums.blue += Int(color.blue)
        }

        /// The sample of a channel, which is shortened: 2 for red, 1 for green, 0 for blue.
        func sample(_ channel: Int) -> Int { key >> (8 * channel) & 0xFF }
    }

    private static func key(_ color: Pixels.Color) -> Int {
        Int(color.red >> shift) << 16 | Int(color.green >> shift) << 8 | Int(color.blue >> shift)
    }

    /// Divides colors into boxes, the one with the longest side first.
    private static func boxes(_ bins: [Bin]) -> [ArraySlice<Bin>] {
        if bins.isEmpty { return [] }
        var boxes = [bins[...]]
        var sides = [longestSide(of: bins[...])]
        while boxes.count < size, let index = sides.indices.max(by: { sides[$0].length < sides[$1].length }),
            sides[index].length > 0
        {
            let channel = sides[index].channel
            let sorted = boxes[index].sorted { ($0.sample(channel), $0.key) < ($1.sample(channel), $1.key) }
            let middle = (sorted[0].sample(channel) + sorted[sorted.count - 1].sample(channel)) / 2
            let cut = sorted.firstIndex { $0.sample(channel) > middle } ?? sorted.count - 1
            boxes[index] = sorted[..<cut]
            sides[index] = longestSide(of: sorted[..<cut])
            boxes.append(sorted[cut...])
            sides.append(longestSide(of: sorted[cut...]))
        }
        return boxes
    }

    private static func longestSide(of box: ArraySlice<Bin>) -> (channel: Int, length: Int) {
        var longest = (channel: 0, length: 0)
        for channel in 0..<3 {
            let samples = box.lazy.map { $0.sample(channel) }
            let length = (samples.max() ?? 0) - (samples.min() ?? 0)
            if length > longest.length { longest = (channel, length) }
        }
        return longest
    }

    private static func mean(of box: ArraySlice<Bin>) -> Pixels.Color {
        let count = max(1, box.reduce(0) { $0 + $1.count })
        func percent(_ sum: Int) -> UInt8 { UInt8((sum * 100 + count * 255 / 2) / (count * 255)) }
        return Pixels.Color(
            red: percent(box.reduce(0) { $0 + $1.sums.red }),
            green: percent(box.reduce(0) { $0 + $1.sums.green }),
            blue: percent(box.reduce(0) { $0 + $1.sums.blue }))
    }
}
