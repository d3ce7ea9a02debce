/// The Huffman codes of a JPEG image.
struct JPEGCodes {
    /// The codes of the lowest frequency, the mean of a block.
    var means: [JPEGHuffman?] = Array(repeating: nil, count: 4)
    /// The codes of all others.
    var details: [JPEGHuffman?] = Array(repeating: nil, count: 4)
}

/// A scan of a JPEG image: some of the coefficients of some of the components (ITU-T T.81 F.2, G.2).
struct JPEGScan {
    typealias Damage = JPEGBits.Damage

    /// A component, and its codes.
    private struct Part {
        let index: Int
        let mean: JPEGHuffman?
        let detail: JPEGHuffman?
        /// The mean of the block before.
        var last = 0
    }

    private let frame: JPEGFrame
    private let restartInterval: Int
    private var parts: [Part] = []
    /// The coefficients from the lowest frequency.
    private let frequencies: ClosedRange<Int>
    /// The lowest bit that the scan has.
    private let low: Int
    /// Whether it has one bit of coefficients whose higher bits are known.
    private let isRefinement: Bool
    /// The number of following blocks without further coefficients.
    private var emptyBlocks = 0

    /// Whether it has no means of blocks.
    var isDetail: Bool { frequencies.lowerBound > 0 }

    /// - Parameter content: The header of the scan.
    /// - Returns: `nil` if the scan is not one of such an image.
    init?(
        _ content: ArraySlice<UInt8>, _ frame: JPEGFrame, _ components: [JPEGComponent], _ codes: JPEGCodes,
        _ restartInterval: Int
    ) {
        let bytes = Array(content)
        guard let count = bytes.first.map(Int.init), 1...3 ~= count, bytes.count == 4 + 2 * count else {
            return nil
        }
        self.frame = frame
        self.restartInterval = restartInterval
        for place in 0..<count {
            let (id, tables) = (bytes[1 + 2 * place], bytes[2 + 2 * place])
            guard let index = components.firstIndex(where: { $0.id == id }), tables >> 4 < 4,
                tables & 0xF < 4,
                !parts.contains(where: { $0.index == index })
            else { return nil }
            parts.append(
                Part(
                    index: index, mean: codes.means[Int(tables >> 4)],
                    detail: codes.details[Int(tables & 0xF)])
            )
        }
        let (first, last) = (Int(bytes[1 + 2 * count]), Int(bytes[2 + 2 * count]))
        let (high, low) = (Int(bytes[3 + 2 * count] >> 4), Int(bytes[3 + 2 * count] & 0xF))
        guard first <= last, last < 64, low <= 13 else { return nil }
        if frame.isProgressive {
            guard first == 0 ? last == 0 : count == 1, high == 0 || high == low + 1 else { return nil }
        } else {
            guard first == 0, last == 63, high == 0, low == 0 else { return nil }
        }
        frequencies = first...last
        self.low = low
        isRefinement = high > 0
    }

    /// Reads the coefficients.
    mutating func read(_ bits: inout JPEGBits, into components: inout [JPEGComponent]) throws(Damage) {
        if frequencies.lowerBound == 0 {
            for part in parts { components[part.index].hasMeans = true }
        }
        // A scan of one component has its blocks, one of several the units of the image.
        let isSingle = parts.count == 1
        let first = components[parts[0].index]
        let (columns, rows) = isSingle ? (first.columns, first.rows) : (frame.columns, frame.rows)
        for unit in 0..<columns * rows {
            if restartInterval > 0, unit > 0, unit % restartInterval == 0 {
                try bits.restart(unit / restartInterval - 1)
                emptyBlocks = 0
                for place in parts.indices { parts[place].last = 0 }
            }
            let (row, column) = unit.quotientAndRemainder(dividingBy: columns)
            for place in parts.indices {
                let index = parts[place].index
                let (width, height) =
                    isSingle ? (1, 1) : (components[index].horizontal, components[index].vertical)
                for y in 0..<height {
                    for x in 0..<width {
                        let start = components[index].start(
                            column: column * width + x, row: row * height + y)
                        try readBlock(
                            &bits, place, into: &components[index].coefficients, start,
                            components[index].blockSize)
                    }
                }
            }
        }
    }

    private mutating func readBlock(
        _ bits: inout JPEGBits, _ place: Int, into coefficients: inout [Int16], _ start: Int, _ size: Int
    ) throws(Damage) {
        if frequencies.lowerBound == 0 { try readMean(&bits, place, into: &coefficients[start]) }
        if frequencies.upperBound == 0 { return }
        guard let code = parts[place].detail else { throw Damage() }
        if isRefinement {
            try refine(&bits, code, &coefficients, start)
        } else {
            try readDetail(&bits, code, &coefficients, start, size)
        }
    }

    private mutating func readMean(
        _ bits: inout JPEGBits, _ place: Int, into mean: inout Int16
    ) throws(Damage) {
        if isRefinement {
            if try bits.takeBit() { mean |= 1 << Int16(low) }
            return
        }
        guard let code = parts[place].mean else { throw Damage() }
        let length = try bits.take(code)
        guard length <= 11 else { throw Damage() }
        // More than the bits of a sample are damage, which must not overflow.
        parts[place].last = max(-32768, min(parts[place].last + (try bits.takeSigned(length)), 32767))
        mean = Int16(truncatingIfNeeded: parts[place].last << low)
    }

    /// Reads the coefficients of higher frequencies of a block: runs of zeros, each before another number.
    private mutating func readDetail(
        _ bits: inout JPEGBits, _ code: JPEGHuffman, _ coefficients: inout [Int16], _ start: Int, _ size: Int
    ) throws(Damage) {
        if emptyBlocks > 0 {
            emptyBlocks -= 1
            return
        }
        var index = max(1, frequencies.lowerBound)
        while index <= frequencies.upperBound {
            let symbol = try bits.take(code)
            let (run, length) = (symbol >> 4, symbol & 0xF)
            if length == 0, run < 15 {
                emptyBlocks = try blocks(&bits, run) - 1
                return
            }
            index += run
            if length > 0 {
                guard index <= frequencies.upperBound else { throw Damage() }
                let value = try bits.takeSigned(length)
                if size > 1 { coefficients[start + index] = Int16(truncatingIfNeeded: value << low) }
            }
            index += 1
        }
    }

    /// Reads one bit of the coefficients of a block: of those that are not zero, and of new ones.
    private mutating func refine(
        _ bits: inout JPEGBits, _ code: JPEGHuffman, _ coefficients: inout [Int16], _ start: Int
    ) throws(Damage) {
        var index = frequencies.lowerBound
        let bit = Int16(1) << Int16(low)
        while index <= frequencies.upperBound {
            // The number of zeros to pass, and what is put after them.
            var (run, value) = (64, Int16(0))
            if emptyBlocks == 0 {
                let symbol = try bits.take(code)
                (run, value) = (symbol >> 4, 0)
                switch symbol & 0xF {
                case 0 where run < 15:
                    emptyBlocks = try blocks(&bits, run)
                    run = 64
                case 0: break
                case 1: value = try bits.takeBit() ? bit : -bit
                default: throw Damage()
                }
            }
            try refine(&bits, &index, run, value, &coefficients, start)
        }
        emptyBlocks = max(0, emptyBlocks - 1)
    }

    private func refine(
        _ bits: inout JPEGBits, _ index: inout Int, _ run: Int, _ value: Int16, _ coefficients: inout [Int16],
        _ start: Int
    ) throws(Damage) {
        var run = run
        let bit = Int16(1) << Int16(low)
        while index <= frequencies.upperBound {
            let place = start + index
            index += 1
            let old = coefficients[place]
            if old != 0 {
                if try bits.takeBit(), old & bit == 0 { coefficients[place] = old &+ (old > 0 ? bit : -bit) }
            } else if run == 0 {
                coefficients[place] = value
                return
            } else {
                run -= 1
            }
        }
    }

    /// The number of blocks that end here: this one, and those that follow.
    private func blocks(_ bits: inout JPEGBits, _ length: Int) throws(Damage) -> Int {
        // In a sequential image only this block ends.
        guard frame.isProgressive || length == 0 else { throw Damage() }
        return 1 << length + (try bits.take(length))
    }
}
