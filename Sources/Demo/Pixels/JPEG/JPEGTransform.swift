/// The inverse discrete cosine transform of blocks of 8 × 8 (ITU-T T.81 A.3.3), in integers, by the
/// factorization of Loeffler, Ligtenberg and Moschytz.
enum JPEGTransform {
    /// The places of coefficients in a block, from the lowest frequency.
    static let order = [
        0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6,
        7,
        14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31,
        39,
        46, 53, 60, 61, 54, 47, 55, 62, 63,
    ]

    /// The sample of a block whose pixels are equal.
    static func mean(_ value: Int) -> UInt8 { sample((value + 4) >> 3 + 128) }

    /// Transforms a block.
    ///
    /// - Parameters:
    ///   - block: The coefficients from the lowest frequency.
    ///   - quantization: What they are multiplied by, in the same order.
    ///   - samples: Where the samples are written.
    ///   - place: The place of the first one.
    ///   - width: The number of samples of a row.
    static func transform(
        _ block: ArraySlice<Int16>, _ quantization: [Int], to samples: inout [UInt8], _ place: Int,
        _ width: Int
    ) {
        if block.dropFirst().allSatisfy({ $0 == 0 }) {
            let value = mean(Int(block[block.startIndex]) * quantization[0])
            for y in 0..<8 {
                for x in 0..<8 { samples[place + y * width + x] = value }
            }
            return
        }
        withUnsafeTemporaryAllocation(of: Int.self, capacity: 64) { values in
            for index in 0..<64 {
                let value = Int(block[block.startIndex + index]) * quantization[index]
                // More than any image has; the sums of damaged ones must not overflow.
                values[order[index]] = max(-32768, min(value, 32767))
            }
            for column in 0..<8 { transform(values, column, 8, bias: 512, shift: 10) }
            for row in 0..<8 { transform(values, 8 * row, 1, bias: 65536 + 128 << 17, shift: 17) }
            for y in 0..<8 {
                for x in 0..<8 { samples[place + y * width + x] = sample(values[8 * y + x]) }
            }
        }
    }

    private static func sample(_ value: Int) -> UInt8 { UInt8(max(0, min(value, 255))) }

    /// Transforms eight values, by factors with twelve bits after the point.
    private static func transform(
        _ values: UnsafeMutableBufferPointer<Int>, _ first: Int, _ step: Int, bias: Int, shift: Int
    ) {
        func value(_ index: Int) -> Int { values[first + index * step] }
        // The even ones.
        let even = (value(2) + value(6)) * 2217
        let (e2, e3) = (even + value(6) * -7568, even + value(2) * 3135)
        let (e0, e1) = ((value(0) + value(4)) << 12, (value(0) - value(4)) << 12)
        let (x0, x3) = (e0 + e3 + bias, e0 - e3 + bias)
        let (x1, x2) = (e1 + e2 + bias, e1 - e2 + bias)
        // The odd ones.
        let (p1, p2) = (value(7) + value(1), value(5) + value(3))
        let (p3, p4) = (value(7) + value(3), value(5) + value(1))
        let p5 = (p3 + p4) * 4816
        let (q1, q2, q3, q4) = (p5 + p1 * -3686, p5 + p2 * -10498, p3 * -8035, p4 * -1598)
        let t0 = value(7) * 1223 + q1 + q3
        let t1 = value(5) * 8410 + q2 + q4
        let t2 = value(3) * 12586 + q2 + q3
        let t3 = value(1) * 6149 + q1 + q4
        let results = (x0 + t3, x1 + t2, x2 + t1, x3 + t0, x3 - t0, x2 - t1, x1 - t2, x0 - t3)
        values[first] = results.0 >> shift
        values[first + step] = results.1 >> shift
        values[first + 2 * step] = results.2 >> shift
        values[first + 3 * step] = results.3 >> shift
        values[first + 4 * step] = results.4 >> shift
        values[first + 5 * step] = results.5 >> shift
        values[first + 6 * step] = results.6 >> shift
        values[first + 7 * step] = results.7 >> shift
    }
}
