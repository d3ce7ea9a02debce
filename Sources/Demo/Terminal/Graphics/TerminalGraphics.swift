/// How a terminal shows images.
struct TerminalGraphics: Equatable, Sendable {
    enum Kind: String, CaseIterable, Sendable {
        /// The graphics protocol of kitty.
        case kitty
        /// The bitmaps of DEC's terminals.
        case sixel
        /// Two pixels in a character, as its foreground and its background.
        case blocks
        /// Images are not shown.
        case none
    }

    var kind: Kind
    /// The size of a cell; that of many terminals if it is unknown.
    var cell = CellPixels.usual

    /// Whether the terminal draws pixels of its own, over cells.
    var drawsPixels: Bool { kind == .kitty || kind == .sixel }
}

/// The size of a cell of a terminal, in pixels.
struct CellPixels: Hashable, Sendable {
    /// The size where a terminal does not state it.
    static let usual = CellPixels(width: 10, height: 20)

    let width: Int
    let height: Int
}

extension CellPixels {
    private static let possible = 1...200

    /// - Returns: `nil` for a size that no cell has.
    init?(statedWidth width: Int, height: Int) {
        guard Self.possible ~= width, Self.possible ~= height else { return nil }
        self.init(width: width, height: height)
    }
}
