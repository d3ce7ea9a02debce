/// A component of a JPEG image, such as its luminance: blocks of 8 × 8 coefficients.
struct JPEGComponent {
    let id: UInt8
    /// The number of its blocks in a unit of the image, by side.
    let horizontal: Int
    let vertical: Int
    let table: Int
    /// The number of its blocks in a row of the image, with those that complete a unit.
    private(set) var stride = 0
    /// The number of blocks that show the image.
    private(set) var columns = 0
    private(set) var rows = 0
    /// Whether only the mean of each block is kept.
    private var keepsMeans = false
    /// Block by block, from the lowest frequency; only that if means are kept.
    var coefficients: [Int16] = []
    /// Whether a scan had the means of its blocks.
    var hasMeans = false

    /// - Parameters:
    ///   - bytes: The three bytes of the frame header.
    /// - Returns: `nil` for a sampling that there is not.
    init?(_ bytes: ArraySlice<UInt8>) {
        let first = bytes.startIndex
        id = bytes[first]
        horizontal = Int(bytes[first + 1] >> 4)
        vertical = Int(bytes[first + 1] & 0xF)
        table = Int(bytes[first + 2])
        guard 1...4 ~= horizontal, 1...4 ~= vertical, table < 4 else { return nil }
    }

    /// Allocates the coefficients.
    ///
    /// - Parameters:
    ///   - frame: The size of the image, and of its units.
    ///   - keepsMeans: Whether only the mean of each block is kept.
    mutating func allocate(_ frame: JPEGFrame, keepsMeans: Bool) {
        columns = (frame.width * horizontal + 8 * frame.horizontal - 1) / (8 * frame.horizontal)
        rows = (frame.height * vertical + 8 * frame.vertical - 1) / (8 * frame.vertical)
        stride = frame.columns * horizontal
        self.keepsMeans = keepsMeans
        coefficients = Array(repeating: 0, count: stride * frame.rows * vertical * blockSize)
    }

    /// The number of coefficients of a block.
    var blockSize: Int { keepsMeans ? 1 : 64 }

    /// The first coefficient of a block.
    func start(column: Int, row: Int) -> Int { (row * stride + column) * blockSize }

    /// The number of samples of a block, by side.
    var side: Int { keepsMeans ? 1 : 8 }

    /// Returns the samples, in rows of whole blocks.
    func samples(_ quantization: [Int]) -> [UInt8] {
        var samples = Array(repeating: UInt8(0), count: coefficients.count)
        let width = stride * side
        for (index, start) in Swift.stride(from: 0, to: coefficients.count, by: blockSize).enumerated() {
            if keepsMeans {
                samples[index] = JPEGTransform.mean(Int(coefficients[start]) * quantization[0])
                continue
            }
            let place = index / stride * 8 * width + index % stride * 8
            JPEGTransform.transform(
                coefficients[start..<start + 64], quantization, to: &samples, place, width)
        }
        return samples
    }
}

/// The size of a JPEG image, and of its units: the blocks of all components for the same pixels.
struct JPEGFrame {
    let width: Int
    let height: Int
    let isProgressive: Bool
    /// The number of blocks of a unit, by side.
    let horizontal: Int
    let vertical: Int

    /// The number of units, by side.
    var columns: Int { (width + 8 * horizontal - 1) / (8 * horizontal) }
    var rows: Int { (height + 8 * vertical - 1) / (8 * vertical) }
}
