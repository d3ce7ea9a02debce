/// The content of a zlib stream (RFC 1950, RFC 1951).
struct Inflate {
    /// The error of a stream that is damaged, or larger than allowed.
    struct Failure: Error {}

    private let input: [UInt8]
    private var position = 0
    private var bits: UInt32 = 0
    private var bitCount = 0
    private var output: [UInt8] = []
    private let limit: Int

    private init(_ input: [UInt8], limit: Int) {
        self.input = input
        self.limit = limit
        output.reserveCapacity(limit)
    }

    /// Returns the content of a stream. Its checksum is not compared.
    ///
    /// - Parameters:
    ///   - stream: The stream, with its header.
    ///   - limit: The number of bytes after which the rest is ignored.
    static func content(of stream: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
        guard stream.count >= 2, stream[0] & 0x0F == 8, stream[1] & 0x20 == 0,
            (Int(stream[0]) << 8 | Int(stream[1])) % 31 == 0
        else { throw Failure() }
        var inflate = Inflate(stream, limit: limit)
        inflate.position = 2
        try inflate.readBlocks()
        return inflate.output
    }

    private mutating func readBlocks() throws(Failure) {
        var isLast = false
        while !isLast, output.count < limit {
            isLast = try take(1) == 1
            switch try take(2) {
            case 0: try readStored()
            case 1: try readCodes(.fixedLiterals, .fixedDistances)
            case 2:
                let (literals, distances) = try readTables()
                try readCodes(literals, distances)
            default: throw Failure()
            }
        }
    }

    /// Takes bits, the lowest first.
    private mutating func take(_ count: Int) throws(Failure) -> Int {
        while bitCount < count {
            guard position < input.count else { throw Failure() }
            bits |= UInt32(input[position]) << UInt32(bitCount)
            position += 1
            bitCount += 8
        }
        let value = Int(bits & (1 << UInt32(count) - 1))
        bits >>= UInt32(count)
        bitCount -= count
        return value
    }

    private mutating func readStored() throws(Failure) {
        (bits, bitCount) = (0, 0)
        guard position + 4 <= input.count else { throw Failure() }
        let length = Int(input[position]) | Int(input[position + 1]) << 8
        let complement = Int(input[position + 2]) | Int(input[position + 3]) << 8
        position += 4
        guard length ^ complement == 0xFFFF, position + length <= input.count else { throw Failure() }
        output += input[position..<position + min(length, limit - output.count)]
        position += length
    }

    // MARK: Compressed blocks

    private static let lengths: [(base: Int, extra: Int)] =
        ranges(
            extras: [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5],
            from: 3) + [(258, 0)]
    private static let distances = ranges(
        extras: [
            0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
        ], from: 1)

    private static func ranges(extras: [Int], from first: Int) -> [(base: Int, extra: Int)] {
        var base = first
        return extras.map { extra in
            defer { base += 1 << extra }
            return (base, extra)
        }
    }

    private mutating func readCodes(_ literals: HuffmanCode, _ distances: HuffmanCode) throws(Failure) {
        while output.count < limit {
            let symbol = try read(literals)
            if symbol < 256 {
                output.append(UInt8(symbol))
                continue
            }
            if symbol == 256 { return }
            guard symbol - 257 < Self.lengths.count else { throw Failure() }
            let length = Self.lengths[symbol - 257]
            let count = length.base + (try take(length.extra))
            let place = try read(distances)
            guard place < Self.distances.count else { throw Failure() }
            let distance = Self.distances[place].base + (try take(Self.distances[place].extra))
            guard distance <= output.count else { throw Failure() }
            // The copy may have bytes that it adds itself.
            for _ in 0..<min(count, limit - output.count) { output.append(output[output.count - distance]) }
        }
    }

    private mutating func read(_ code: HuffmanCode) throws(Failure) -> Int {
        var (value, first, index) = (0, 0, 0)
        for length in 1..<HuffmanCode.sizes {
            value |= try take(1)
            let count = code.counts[length]
            if value - first < count { return code.symbols[index + value - first] }
            index += count
            first = (first + count) << 1
            value <<= 1
        }
        throw Failure()
    }

    private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    private mutating func readTables() throws(Failure) -> (HuffmanCode, HuffmanCode) {
        let literalCount = try take(5) + 257
        let distanceCount = try take(5) + 1
        let count = try take(4) + 4
        var lengths = [Int](repeating: 0, count: 19)
        for symbol in Self.order.prefix(count) { lengths[symbol] = try take(3) }
        let code = HuffmanCode(lengths)
        var all: [Int] = []
        while all.count < literalCount + distanceCount {
            switch try read(code) {
            case 16:
                guard let last = all.last else { throw Failure() }
                all += Array(repeating: last, count: try take(2) + 3)
            case 17: all += Array(repeating: 0, count: try take(3) + 3)
            case 18: all += Array(repeating: 0, count: try take(7) + 11)
            case let length: all.append(length)
            }
        }
        guard all.count == literalCount + distanceCount else { throw Failure() }
        return (HuffmanCode(all[..<literalCount]), HuffmanCode(all[literalCount...]))
    }
}

/// A canonical Huffman code (RFC 1951 §3.2.2).
private struct HuffmanCode {
    /// The number of lengths of codes, zero included.
    static let sizes = 16

    static let fixedLiterals = HuffmanCode(
        (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
    static let fixedDistances = HuffmanCode(Array(repeating: 5, count: 30))

    /// The number of codes by their length.
    private(set) var counts = [Int](repeating: 0, count: sizes)
    /// The symbols, in the order of their codes.
    let symbols: [Int]

    /// - Parameter lengths: The length of the code of each symbol; zero for a symbol that has none.
    init(_ lengths: some Sequence<Int>) {
        let lengths = Array(lengths)
        for length in lengths where length > 0 { counts[length] += 1 }
        symbols = lengths.indices.filter { lengths[$0] > 0 }
            .sorted { (lengths[$0], $0) < (lengths[$1], $1) }
    }
}
