/// A JPEG image (ITU-T T.81): baseline or progressive, gray or in three colors.
///
/// Of an image that is shown much smaller, only the mean of each block of 8 × 8 pixels is kept.
struct JPEGImage {
    static let damaged = ImageNotShown(reason: "the JPEG image is damaged")
    /// The largest number of scans, each of which may take the time of the whole image.
    private static let maximumScans = 100

    private let bytes: [UInt8]
    private let keptSize: Int
    private var position = 2
    private var quantizations: [[Int]?] = Array(repeating: nil, count: 4)
    private var codes = JPEGCodes()
    private var frame: JPEGFrame?
    private var components: [JPEGComponent] = []
    private var restartInterval = 0
    private var scanCount = 0
    /// Whether Adobe's marker says that the colors are red, green and blue.
    private var isRGB = false

    /// Decodes a file.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - keptSize: The number of pixels on a side that are shown.
    /// - Returns: The pixels; an eighth of them by side if that is enough.
    /// - Throws: An ``ImageNotShown`` for an image that is damaged, too large, or of another kind.
    static func pixels(of bytes: [UInt8], keptSize: Int) throws(ImageNotShown) -> Pixels {
        var image = JPEGImage(bytes: bytes, keptSize: keptSize)
        try image.readSegments()
        return try image.pixels()
    }

    private init(bytes: [UInt8], keptSize: Int) {
        self.bytes = bytes
        self.keptSize = keptSize
    }

    // MARK: Segments

    private mutating func readSegments() throws(ImageNotShown) {
        while true {
            let marker = try takeMarker()
            switch marker {
            case 0xD9: return
            case 0x01, 0xD0...0xD7: continue
            case 0xC4: try readCodes(takeSegment())
            case 0xDB: try readQuantizations(takeSegment())
            case 0xDD:
                let content = try takeSegment()
                guard content.count == 2 else { throw Self.damaged }
                restartInterval = number(at: content.startIndex)
            case 0xC0, 0xC1, 0xC2: try readFrame(takeSegment(), isProgressive: marker == 0xC2)
            case 0xC3, 0xC5...0xC7, 0xC9...0xCF:
                throw ImageNotShown(reason: "lossless and arithmetic JPEG images are not shown")
            case 0xDA: try readScan(takeSegment())
            case 0xEE:
                let content = try takeSegment()
                if content.starts(with: "Adobe".utf8), content.count >= 12 {
                    isRGB = content[content.startIndex + 11] == 0
                }
            default: _ = try takeSegment()
            }
        }
    }

    private mutating func takeMarker() throws(ImageNotShown) -> UInt8 {
        guard position < bytes.count, bytes[position] == 0xFF else { throw Self.damaged }
        while position < bytes.count, bytes[position] == 0xFF { position += 1 }
        guard position < bytes.count, bytes[position] != 0 else { throw Self.damaged }
        position += 1
        return bytes[position - 1]
    }

    private mutating func takeSegment() throws(ImageNotShown) -> ArraySlice<UInt8> {
        guard position + 2 <= bytes.count else { throw Self.damaged }
        let end = position + number(at: position)
        guard end >= position + 2, end <= bytes.count else { throw Self.damaged }
        defer { position = end }
        return bytes[position + 2..<end]
    }

    private func number(at index: Int) -> Int { Int(bytes[index]) << 8 | Int(bytes[index + 1]) }

    private mutating func readCodes(_ content: ArraySlice<UInt8>) throws(ImageNotShown) {
        var rest = content
        while rest.count >= 17 {
            let place = rest[rest.startIndex]
            let counts = Array(rest.dropFirst().prefix(16))
            let size = counts.reduce(0) { $0 + Int($1) }
            let symbols = Array(rest.dropFirst(17).prefix(size))
            guard size <= 256, symbols.count == size, place & 0xF < 4, place >> 4 < 2,
                let code = JPEGHuffman(counts: counts, symbols: symbols)
            else { throw Self.damaged }
            if place >> 4 == 0 {
                codes.means[Int(place & 0xF)] = code
            } else {
                codes.details[Int(place & 0xF)] = code
            }
            rest = rest.dropFirst(17 + size)
        }
        guard rest.isEmpty else { throw Self.damaged }
    }

    private mutating func readQuantizations(_ content: ArraySlice<UInt8>) throws(ImageNotShown) {
        var rest = content
        while let place = rest.popFirst() {
            let size = place >> 4 == 0 ? 1 : 2
            guard place & 0xF < 4, place >> 4 < 2, rest.count >= 64 * size else { throw Self.damaged }
            let start = rest.startIndex
            quantizations[Int(place & 0xF)] = (0..<64).map { index in
                size == 1 ? Int(bytes[start + index]) : number(at: start + 2 * index)
            }
            rest = rest.dropFirst(64 * size)
        }
    }

    private mutating func readFrame(
        _ content: ArraySlice<UInt8>, isProgressive: Bool
    ) throws(ImageNotShown) {
        let start = content.startIndex
        guard frame == nil, content.count >= 6, content[start] == 8 else { throw Self.damaged }
        let (height, width, count) = (number(at: start + 1), number(at: start + 3), Int(content[start + 5]))
        try Pixels.checkSize(width, height)
        guard count != 4 else { throw ImageNotShown(reason: "JPEG images in four colors are not shown") }
        guard count == 1 || count == 3, content.count == 6 + 3 * count else { throw Self.damaged }
        components = (0..<count).compactMap { JPEGComponent(content[(start + 6 + 3 * $0)...].prefix(3)) }
        guard components.count == count, Set(components.map(\.id)).count == count else { throw Self.damaged }
        let frame = JPEGFrame(
            width: width, height: height, isProgressive: isProgressive,
            horizontal: components.map(\.horizontal).max() ?? 1,
            vertical: components.map(\.vertical).max() ?? 1)
        let keepsMeans = max(width, height) >= 8 * keptSize
        for index in components.indices { components[index].allocate(frame, keepsMeans: keepsMeans) }
        self.frame = frame
    }

    private mutating func readScan(_ content: ArraySlice<UInt8>) throws(ImageNotShown) {
        scanCount += 1
        guard let frame, scanCount <= Self.maximumScans,
            var scan = JPEGScan(content, frame, components, codes, restartInterval)
        else { throw Self.damaged }
        var reader = JPEGBits(bytes, from: position)
        if !scan.isDetail || components[0].blockSize > 1 {
            do throws(JPEGBits.Damage) {
                try scan.read(&reader, into: &components)
            } catch {
                throw Self.damaged
            }
        }
        position = reader.nextMarker
    }

    // MARK: Pixels

    private func pixels() throws(ImageNotShown) -> Pixels {
        guard let frame, components.allSatisfy(\.hasMeans) else { throw Self.damaged }
        var planes: [[UInt8]] = []
        for component in components {
            guard let quantization = quantizations[component.table] else { throw Self.damaged }
            planes.append(component.samples(quantization))
        }
        let side = components[0].side
        let (width, height) = ((frame.width * side + 7) / 8, (frame.height * side + 7) / 8)
        var colors: [Pixels.Color] = []
        colors.reserveCapacity(width * height)
        let isRGB = isRGB || components.map(\.id).elementsEqual("RGB".utf8)
        for y in 0..<height {
            let rows = components.map { y * $0.vertical / frame.vertical * $0.stride * side }
            for x in 0..<width {
                func sample(_ index: Int) -> UInt8 {
                    planes[index][rows[index] + x * components[index].horizontal / frame.horizontal]
                }
                if planes.count == 1 {
                    colors.append(Pixels.Color(red: sample(0), green: sample(0), blue: sample(0)))
                } else if isRGB {
                    colors.append(Pixels.Color(red: sample(0), green: sample(1), blue: sample(2)))
                } else {
                    colors.append(Pixels.Color(luminance: sample(0), blue: sample(1), red: sample(2)))
                }
            }
        }
        return Pixels(width: width, height: height, colors: colors)
    }
}

extension Pixels.Color {
    /// A color by its luminance and its differences of blue and red (JFIF, ITU-T T.871).
    fileprivate init(luminance: UInt8, blue: UInt8, red: UInt8) {
        let (y, cb, cr) = (Int(luminance) << 16 + 1 << 15, Int(blue) - 128, Int(red) - 128)
        func sample(_ value: Int) -> UInt8 { UInt8(max(0, min(value >> 16, 255))) }
        self.init(
            red: sample(y + 91881 * cr), green: sample(y - 22554 * cb - 46802 * cr),
            blue: sample(y + 116130 * cb))
    }
}
