/// The code of GIF images: strings of a table that grows with each code (GIF89a specification, appendix F).
struct LZW {
    /// The number of codes of the largest table.
    private static let maximumCount = 4096

    private let stream: [UInt8]
    private var position = 0
    private var bits: UInt32 = 0
    private var bitCount = 0

    /// The code before the last byte of a string, by code.
    private var prefixes: [Int] = Array(repeating: 0, count: maximumCount)
    /// The last byte of a string.
    private var suffixes: [UInt8] = Array(repeating: 0, count: maximumCount)
    /// The number of bytes of a string.
    private var lengths: [Int] = Array(repeating: 1, count: maximumCount)

    private init(_ stream: [UInt8]) {
        self.stream = stream
    }

    /// Returns the bytes of a stream.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - bits: The number of bits of a byte.
    ///   - count: The number of bytes. Others that follow are ignored.
    /// - Returns: `nil` if the stream is damaged, or has fewer bytes.
    static func content(of stream: [UInt8], bits: Int, count: Int) -> [UInt8]? {
        guard 1...8 ~= bits else { return nil }
        var code = LZW(stream)
        return code.read(bits, count)
    }

    private mutating func read(_ size: Int, _ count: Int) -> [UInt8]? {
        let clear = 1 << size
        var output: [UInt8] = []
        for value in 0..<clear { suffixes[value] = UInt8(value) }
        var (next, width) = (clear + 2, size + 1)
        var last: Int?
        while output.count < count {
            guard let code = take(width), code != clear + 1 else { return nil }
            if code == clear {
                (next, width, last) = (clear + 2, size + 1, nil)
                continue
            }
            guard let before = last else {
                guard code < clear else { return nil }
                output.append(UInt8(code))
                last = code
                continue
            }
            guard code < next || (code == next && next < Self.maximumCount) else { return nil }
            // The string that is being added begins and ends with the same byte.
            let start = output.count
            append(code < next ? code : before, to: &output)
            let first = output[start]
            if code == next { output.append(first) }
            if next < Self.maximumCount {
                (prefixes[next], suffixes[next], lengths[next]) = (before, first, lengths[before] + 1)
                next += 1
                if next == 1 << width, width < 12 { width += 1 }
            }
            last = code
        }
        return output
    }

    /// Appends the string of a code, whose bytes are found from the last one.
    private func append(_ code: Int, to output: inout [UInt8]) {
        output.append(contentsOf: repeatElement(0, count: lengths[code]))
        var (code, index) = (code, output.count - 1)
        for _ in 1..<lengths[code] {
            output[index] = suffixes[code]
            code = prefixes[code]
            index -= 1
        }
        output[index] = suffixes[code]
    }

    /// Takes bits, the lowest first.
    private mutating func take(_ count: Int) -> Int? {
        while bitCount < count {
            guard position < stream.count else { return nil }
            bits |= UInt32(stream[position]) << UInt32(bitCount)
            position += 1
            bitCount += 8
        }
        let value = Int(bits & (1 << UInt32(count) - 1))
        bits >>= UInt32(count)
        bitCount -= count
        return value
    }
}
