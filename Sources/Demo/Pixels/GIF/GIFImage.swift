/// The first image of a GIF file (GIF89a specification).
struct GIFImage {
    private static let damaged = ImageNotShown(reason: "the GIF image is damaged")

    private let bytes: [UInt8]
    private var position = 13
    private var palette: [UInt8] = []
    /// The color that is transparent.
    private var transparent: UInt8?

    /// Decodes a file.
    ///
    /// - Throws: An ``ImageNotShown`` for an image that is damaged or too large.
    static func pixels(of bytes: [UInt8]) throws(ImageNotShown) -> Pixels {
        var image = GIFImage(bytes: bytes)
        return try image.decode()
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func decode() throws(ImageNotShown) -> Pixels {
        guard bytes.count > position else { throw Self.damaged }
        let (width, height) = (number(at: 6), number(at: 8))
        try Pixels.checkSize(width, height)
        palette = try takePalette(bytes[10])
        while true {
            switch try takeByte() {
            case 0x21: try takeExtension()
            case 0x2C: return try takeImage(width, height)
            default: throw Self.damaged
            }
        }
    }

    private mutating func takeExtension() throws(ImageNotShown) {
        let label = try takeByte()
        let content = try takeBlocks()
        if label == 0xF9, content.count >= 4 { transparent = content[0] & 1 == 1 ? content[3] : nil }
    }

    /// Takes an image, and places it in the area of all images, which is transparent elsewhere.
    private mutating func takeImage(_ width: Int, _ height: Int) throws(ImageNotShown) -> Pixels {
        guard position + 9 <= bytes.count else { throw Self.damaged }
        let (left, top) = (number(at: position), number(at: position + 2))
        let (columns, rows) = (number(at: position + 4), number(at: position + 6))
        let flags = bytes[position + 8]
        position += 9
        try Pixels.checkSize(columns, rows)
        let own = try takePalette(flags)
        let palette = own.isEmpty ? palette : own
        let bits = Int(try takeByte())
        let stream = try takeBlocks()
        guard let indices = LZW.content(of: stream, bits: bits, count: columns * rows) else {
            throw Self.damaged
        }
        let blank = Pixels.Color.over(0, 0, 0, alpha: 0)
        var colors = Array(repeating: blank, count: width * height)
        let lines = flags & 0x40 == 0 ? Array(0..<rows) : Self.interlacedLines(rows)
        for (row, line) in lines.enumerated() where top + line < height {
            for column in 0..<min(columns, max(0, width - left)) {
                let index = indices[row * columns + column]
                if index == transparent { continue }
                let place = (top + line) * width + left + column
                colors[place] = Self.color(index, palette)
            }
        }
        return Pixels(width: width, height: height, colors: colors)
    }

    /// The lines of an interlaced image, in the order in which they are stored.
    private static func interlacedLines(_ count: Int) -> [Int] {
        [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { first, step in stride(from: first, to: count, by: step) }
    }

    private static func color(_ index: UInt8, _ palette: [UInt8]) -> Pixels.Color {
        let place = 3 * Int(index)
        guard place + 2 < palette.count else { return Pixels.Color(red: 0, green: 0, blue: 0) }
        return Pixels.Color(red: palette[place], green: palette[place + 1], blue: palette[place + 2])
    }

    // MARK: Bytes

    private mutating func takeByte() throws(ImageNotShown) -> UInt8 {
        guard position < bytes.count else { throw Self.damaged }
        position += 1
        return bytes[position - 1]
    }

    private func number(at index: Int) -> Int { Int(bytes[index]) | Int(bytes[index + 1]) << 8 }

    /// Takes a palette if flags say that there is one.
    private mutating func takePalette(_ flags: UInt8) throws(ImageNotShown) -> [UInt8] {
        guard flags & 0x80 != 0 else { return [] }
        let size = 3 << (Int(flags & 7) + 1)
        guard position + size <= bytes.count else { throw Self.damaged }
        position += size
        return Array(bytes[position - size..<position])
    }

    /// Takes the content of blocks, up to an empty one.
    private mutating func takeBlocks() throws(ImageNotShown) -> [UInt8] {
        var content: [UInt8] = []
        while true {
            let size = Int(try takeByte())
            if size == 0 { return content }
            guard position + size <= bytes.count else { throw Self.damaged }
            content += bytes[position..<position + size]
            position += size
        }
    }
}
