/// The checksum XXH64. It detects damage, not forgery.
///
/// As specified in "xxHash fast digest algorithm", version 0.1.1.
enum XXHash64 {
    /// Returns the checksum of bytes.
    ///
    /// - Parameter seed: The checksum of bytes before these, to continue it; or zero.
    static func hash(_ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0) -> UInt64 {
        var offset = 0
        var sum = seed &+ prime5
        if bytes.count >= 32 { sum = hashStripes(of: bytes, &offset, seed) }
        sum &+= UInt64(bytes.count)
        while offset + 8 <= bytes.count {
            sum = rotated(sum ^ round(0, long(bytes, offset)), 27) &* prime1 &+ prime4
            offset += 8
        }
        if offset + 4 <= bytes.count {
            let word = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
            sum = rotated(sum ^ UInt64(word) &* prime1, 23) &* prime2 &+ prime3
            offset += 4
        }
        while offset < bytes.count {
            sum = rotated(sum ^ UInt64(bytes[offset]) &* prime5, 11) &* prime1
            offset += 1
        }
        return avalanche(sum)
    }

    /// Four independent lanes of eight bytes, which the processor computes at the same time.
    private static func hashStripes(
        of bytes: UnsafeRawBufferPointer, _ offset: inout Int, _ seed: UInt64
    ) -> UInt64 {
        var (a, b, c, d) = (seed &+ prime1 &+ prime2, seed &+ prime2, seed, seed &- prime1)
        while offset + 32 <= bytes.count {
            a = round(a, long(bytes, offset))
            b = round(b, long(bytes, offset + 8))
            c = round(c, long(bytes, offset + 16))
            d = round(d, long(bytes, offset + 24))
            offset += 32
        }
        var sum = rotated(a, 1) &+ rotated(b, 7) &+ rotated(c, 12) &+ rotated(d, 18)
        for lane in [a, b, c, d] { sum = (sum ^ round(0, lane)) &* prime1 &+ prime4 }
        return sum
    }

    @inline(__always)
    private static func long(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    @inline(__always)
    private static func round(_ sum: UInt64, _ lane: UInt64) -> UInt64 {
        rotated(sum &+ lane &* prime2, 31) &* prime1
    }

    @inline(__always)
    private static func rotated(_ value: UInt64, _ count: UInt64) -> UInt64 {
        value << count | value >> (64 - count)
    }

    private static func avalanche(_ sum: UInt64) -> UInt64 {
        var sum = (sum ^ sum >> 33) &* prime2
        sum = (sum ^ sum >> 29) &* prime3
        return sum ^ sum >> 32
    }

    private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
    private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
    private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
    private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5
}
