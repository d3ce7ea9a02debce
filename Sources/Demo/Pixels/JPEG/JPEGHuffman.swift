/// A Huffman code of a JPEG image (ITU-T T.81, annex C).
struct JPEGHuffman {
    /// The symbol of codes of at most eight bits by the next eight bits, with its length in the high byte;
    /// zero for longer codes.
    let lookup: [UInt16]
    /// The code after the last one of a length.
    let ends: [Int]
    /// What leads from a code of a length to the place of its symbol.
    let places: [Int]
    let symbols: [UInt8]

    /// - Parameters:
    ///   - counts: The numbers of codes of 1 to 16 bits.
    ///   - symbols: Their symbols, in the order of the codes.
    /// - Returns: `nil` if there are more codes than bits have values.
    init?(counts: [UInt8], symbols: [UInt8]) {
        var lookup = Array(repeating: UInt16(0), count: 256)
        var (ends, places) = (Array(repeating: 0, count: 17), Array(repeating: 0, count: 17))
        var (code, place) = (0, 0)
        for length in 1...16 {
            let count = Int(counts[length - 1])
            places[length] = place - code
            guard code + count <= 1 << length, place + count <= symbols.count else { return nil }
            if length <= 8 {
                for offset in 0..<count {
                    let first = (code + offset) << (8 - length)
                    let entry = UInt16(length << 8) | UInt16(symbols[place + offset])
                    for index in first..<first + 1 << (8 - length) { lookup[index] = entry }
                }
            }
            code += count
            place += count
            ends[length] = code
            code <<= 1
        }
        (self.lookup, self.ends, self.places, self.symbols) = (lookup, ends, places, symbols)
    }
}
