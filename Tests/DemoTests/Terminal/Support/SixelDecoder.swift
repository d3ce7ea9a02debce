@testable import Demo

/// Reads sixel graphics (DEC STD 070, chapter 9), as a terminal does.
struct SixelDecoder {
    private(set) var width = 0
    private(set) var height = 0
    /// Row by row; `nil` where nothing was drawn.
    private(set) var colors: [Pixels.Color?] = []
    /// The number of color registers that were set.
    private(set) var registerCount = 0

    private var registers: [Int: Pixels.Color] = [:]
    private var register = 0
    private var column = 0
    private var band = 0

    /// - Parameter text: The parameters, `q` and the data; `nil` is returned if they are not valid.
    init?(_ text: String) {
        guard text.hasPrefix("0;1;0q\"") else { return nil }
        var rest = Array(text.utf8.dropFirst(7))[...]
        let size = Self.numbers(&rest)
        guard size.count == 4, size[0] == 1, size[1] == 1 else { return nil }
        (width, height) = (size[2], size[3])
        colors = Array(repeating: nil, count: width * height)
        while let byte = rest.popFirst() {
            guard obey(byte, &rest) else { return nil }
        }
        registerCount = registers.count
    }

    subscript(x: Int, y: Int) -> Pixels.Color? { colors[y * width + x] }

    private mutating func obey(_ byte: UInt8, _ rest: inout ArraySlice<UInt8>) -> Bool {
        switch byte {
        case UInt8(ascii: "#"):
            let numbers = Self.numbers(&rest)
            register = numbers[0]
            if numbers.count == 1 { return registers[register] != nil }
            guard numbers.count == 5, numbers[1] == 2, numbers[2...].allSatisfy({ 0...100 ~= $0 }) else {
                return false
            }
            let samples = numbers[2...].map { UInt8(($0 * 255 + 50) / 100) }
            registers[register] = Pixels.Color(red: samples[0], green: samples[1], blue: samples[2])
        case UInt8(ascii: "$"): column = 0
        case UInt8(ascii: "-"): (column, band) = (0, band + 1)
        case UInt8(ascii: "!"):
            let count = Self.numbers(&rest)[0]
            guard let sixel = rest.popFirst() else { return false }
            return draw(sixel, count)
        default: return draw(byte, 1)
        }
        return true
    }

    private mutating func draw(_ sixel: UInt8, _ count: Int) -> Bool {
        guard 0x3F...0x7E ~= sixel, column + count <= width, let color = registers[register] else {
            return false
        }
        for x in column..<column + count {
            for bit in 0..<6 where (sixel - 0x3F) >> UInt8(bit) & 1 == 1 {
                guard band * 6 + bit < height else { return false }
                colors[(band * 6 + bit) * width + x] = color
            }
        }
        column += count
        return true
    }

    private static func numbers(_ rest: inout ArraySlice<UInt8>) -> [Int] {
        let text = rest.prefix { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ";") }
        rest = rest.dropFirst(text.count)
        return String(decoding: text, as: UTF8.self).split(separator: ";").map { Int($0) ?? 0 }
    }
}
