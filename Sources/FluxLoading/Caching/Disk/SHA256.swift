/// The hash function SHA-256 (FIPS 180-4).
package enum SHA256 {
    /// Returns the digest of a text's UTF-8, as 64 hexadecimal digits.
    package static func hexDigest(of text: String) -> String {
        var text = text
        return text.withUTF8 { hexDigest(of: UnsafeRawBufferPointer($0)) }
    }

    /// Returns the digest of a message, as 64 hexadecimal digits.
    package static func hexDigest(of message: UnsafeRawBufferPointer) -> String {
        let state = digest(of: message)
        return String(unsafeUninitializedCapacity: 64) { digits in
            for index in 0..<8 {
                var word = state[index]
                for digit in index * 8..<index * 8 + 8 {
                    word = rotated(word, 28)
                    let nibble = UInt8(truncatingIfNeeded: word & 0xF)
                    digits[digit] = nibble + (nibble < 10 ? 48 : 87)  // from "0", or from "a"
                }
            }
            return 64
        }
    }

    /// Returns the digest of a message, as eight words.
    private static func digest(of message: UnsafeRawBufferPointer) -> SIMD8<UInt32> {
        // On the stack, because the names of files are made at every look-up.
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
            var state = initialState
            let end = message.count - message.count % 64
            for offset in stride(from: 0, to: end, by: 64) {
                compress(UnsafeRawBufferPointer(rebasing: message[offset...]), words, into: &state)
            }
            withUnsafeTemporaryAllocation(byteCount: 128, alignment: 8) { padded in
                let count = pad(message[end...], to: padded, messageCount: message.count)
                for offset in stride(from: 0, to: count, by: 64) {
                    compress(UnsafeRawBufferPointer(rebasing: padded[offset...]), words, into: &state)
                }
            }
            return state
        }
    }

    /// Writes the rest of a message, a bit, zeros up to the last eight bytes of a block, and the length of
    /// the message in bits.
    ///
    /// - Returns: The number of bytes: that of one block or two.
    private static func pad(
        _ rest: Slice<UnsafeRawBufferPointer>, to padded: UnsafeMutableRawBufferPointer, messageCount: Int
    ) -> Int {
        let count = rest.count < 56 ? 64 : 128
        padded.initializeMemory(as: UInt8.self, repeating: 0)
        padded.copyBytes(from: rest)
        padded[rest.count] = 0x80
        padded.storeBytes(
            of: (UInt64(messageCount) * 8).bigEndian, toByteOffset: count - 8, as: UInt64.self)
        return count
    }

    private static func compress(
        _ block: UnsafeRawBufferPointer, _ words: UnsafeMutableBufferPointer<UInt32>,
        into state: inout SIMD8<UInt32>
    ) {
        for index in 0..<16 {
            words[index] = UInt32(bigEndian: block.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self))
        }
        for index in 16..<64 {
            let (early, late) = (words[index - 15], words[index - 2])
            let low = rotated(early, 7) ^ rotated(early, 18) ^ early >> 3
            let high = rotated(late, 17) ^ rotated(late, 19) ^ late >> 10
            words[index] = words[index - 16] &+ low &+ words[index - 7] &+ high
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        constants.withUnsafeBufferPointer { constants in
            // Eight rounds at a time, after which each variable has its own role again: nothing is moved.
            for index in stride(from: 0, to: 64, by: 8) {
                func word(_ round: Int) -> UInt32 { constants[index &+ round] &+ words[index &+ round] }
                step(a, b, c, &d, e, f, g, &h, word(0))
                step(h, a, b, &c, d, e, f, &g, word(1))
                step(g, h, a, &b, c, d, e, &f, word(2))
                step(f, g, h, &a, b, c, d, &e, word(3))
                step(e, f, g, &h, a, b, c, &d, word(4))
                step(d, e, f, &g, h, a, b, &c, word(5))
                step(c, d, e, &f, g, h, a, &b, word(6))
                step(b, c, d, &e, f, g, h, &a, word(7))
            }
        }
        state &+= SIMD8(a, b, c, d, e, f, g, h)
    }

    @inline(__always)
    private static func step(
        _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32,
        _ e: UInt32, _ f: UInt32, _ g: UInt32, _ h: inout UInt32, _ word: UInt32
    ) {
        let first =
            h &+ word &+ (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) &+ (g ^ e & (f ^ g))
        d &+= first
        h = first &+ (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ (a & b | c & (a | b))
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word >> count | word << (32 - count)
    }

    private static let initialState = SIMD8<UInt32>(
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
        0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19)

    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5,
        0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3,
        0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc,
        0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
        0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13,
        0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3,
        0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5,
        0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208,
        0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}
