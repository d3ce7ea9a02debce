/// The colors and the weight of a cell of a terminal.
struct CellStyle: Hashable, Sendable {
    enum Color: Hashable, Sendable {
        /// The terminal's own.
        case standard
        /// One of the 256 colors of a palette.
        case palette(UInt8)
        case rgb(UInt8, UInt8, UInt8)
    }

    var foreground = Color.standard
    var background = Color.standard
    var isBold = false
    var isFaint = false
    var isReversed = false

    static let plain = CellStyle()
    static let bold = CellStyle(isBold: true)
    static let faint = CellStyle(isFaint: true)
    static let reversed = CellStyle(isReversed: true)
    static let red = CellStyle(foreground: .palette(1))
    static let green = CellStyle(foreground: .palette(2))
    static let yellow = CellStyle(foreground: .palette(3))
    static let blue = CellStyle(foreground: .palette(4))
    static let cyan = CellStyle(foreground: .palette(6))

    /// The same style with foreground and background exchanged.
    var selected: CellStyle {
        var style = self
        style.isReversed.toggle()
        // Faint text on a light background can't be read.
        style.isFaint = false
        return style
    }
}

/// The colors that a terminal shows.
enum ColorDepth: Comparable, Sendable {
    case none, palette, trueColor

    /// Returns the depth of a terminal by its environment (https://no-color.org).
    init(_ environment: [String: String]) {
        let term = environment["TERM"] ?? ""
        if !(environment["NO_COLOR"] ?? "").isEmpty || term.hasSuffix("-mono") {
            self = .none
        } else if ["truecolor", "24bit"].contains(environment["COLORTERM"]) || term.hasSuffix("-direct") {
            self = .trueColor
        } else {
            self = .palette
        }
    }
}

extension CellStyle {
    /// The control sequence that selects the style (ECMA-48 §8.3.117, and the colors of xterm).
    func sequence(_ depth: ColorDepth) -> String {
        var codes = ["0"]
        if isBold { codes.append("1") }
        if isFaint { codes.append("2") }
        if isReversed { codes.append("7") }
        codes += foreground.codes(base: 30, depth) + background.codes(base: 40, depth)
        return "\u{1B}[\(codes.joined(separator: ";"))m"
    }
}

extension CellStyle.Color {
    fileprivate func codes(base: Int, _ depth: ColorDepth) -> [String] {
        if depth == .none { return [] }
        switch self {
        case .standard: return []
        case .palette(let index) where index < 8: return ["\(base + Int(index))"]
        case .palette(let index): return ["\(base + 8)", "5", "\(index)"]
        case .rgb(let red, let green, let blue):
            if depth == .trueColor { return ["\(base + 8)", "2", "\(red)", "\(green)", "\(blue)"] }
            return ["\(base + 8)", "5", "\(Self.paletteIndex(red, green, blue))"]
        }
    }

    /// The nearest color of the palette's cube of 6 × 6 × 6.
    private static func paletteIndex(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Int {
        16 + 36 * level(red) + 6 * level(green) + level(blue)
    }

    private static func level(_ part: UInt8) -> Int {
        if part < 48 { return 0 }
        return part < 115 ? 1 : (Int(part) - 35) / 40
    }
}
