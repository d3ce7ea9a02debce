/// Reads the bits of a scan, up to a marker.
struct JPEGBits {
    /// The error of a scan that ends early, or has a code that there is not.
    struct Damage: Error {}

    private let bytes: [UInt8]
    /// The place after the bytes that were read.
    private var position: Int
    /// The next bits, from the highest one.
    private var bits: UInt32 = 0
    private var bitCount = 0
    /// The number of the last bits that stand for those after the end.
    private var missing = 0

    init(_ bytes: [UInt8], from position: Int) {
        self.bytes = bytes
        self.position = position
    }

    /// Takes bits as a number.
    mutating func take(_ count: Int) throws(Damage) -> Int {
        if count == 0 { return 0 }
        fill()
        let value = Int(bits >> UInt32(32 - count))
        try drop(count)
        return value
    }

    /// Takes a number of the lengths of JPEG: those whose first bit is not set are negative (ITU-T T.81
    /// F.12).
    mutating func takeSigned(_ count: Int) throws(Damage) -> Int {
        if count == 0 { return 0 }
        let value = try take(count)
        return value < 1 << (count - 1) ? value - (1 << count) + 1 : value
    }

    mutating func takeBit() throws(Damage) -> Bool { try take(1) == 1 }

    /// Takes a symbol.
    mutating func take(_ code: JPEGHuffman) throws(Damage) -> Int {
        fill()
        let next = Int(bits >> 16)
        let entry = Int(code.lookup[next >> 8])
        if entry != 0 {
            try drop(entry >> 8)
            return entry & 0xFF
        }
        for length in 9...16 where next >> (16 - length) < code.ends[length] {
            let place = code.places[length] + next >> (16 - length)
            guard code.symbols.indices.contains(place) else { throw Damage() }
            try drop(length)
            return Int(code.symbols[place])
        }
        throw Damage()
    }

    /// Goes to the marker of a restart, and after it.
    mutating func restart(_ number: Int) throws(Damage) {
        (bits, bitCount, missing) = (0, 0, 0)
        while position + 1 < bytes.count, bytes[position] == 0xFF, bytes[position + 1] == 0xFF {
            position += 1
        }
        guard position + 1 < bytes.count, bytes[position] == 0xFF,
            bytes[position + 1] == 0xD0 + UInt8(number & 7)
        else { throw Damage() }
        position += 2
    }

    /// The place of the marker after the scan.
    var nextMarker: Int {
        var place = position
        while place + 1 < bytes.count {
            let next = bytes[place + 1]
            if bytes[place] == 0xFF, next != 0, !(0xD0...0xD7 ~= next) { break }
            place += 1
        }
        return place
    }

    private mutating func drop(_ count: Int) throws(Damage) {
        bits <<= UInt32(count)
        bitCount -= count
        guard bitCount >= missing else { throw Damage() }
    }

    private mutating func fill() {
        while bitCount <= 24 {
            var byte: UInt8 = 0
            if position < bytes.count, bytes[position] != 0xFF {
                byte = bytes[position]
                position += 1
            } else if position + 1 < bytes.count, bytes[position + 1] == 0 {
                // A byte of ones is followed by zero.
                byte = 0xFF
                position += 2
            } else {
                missing += 8
            }
            bits |= UInt32(byte) << UInt32(24 - bitCount)
            bitCount += 8
        }
    }
}
