/// What a terminal shows, and the bytes that lead to another screen.
struct ScreenDisplay {
    private let depth: ColorDepth
    private var shown: CellGrid?
    private var kitty = KittyGraphics()
    private var sixel = SixelGraphics()
    /// Bytes that belong to the next frame.
    private var waiting: [UInt8] = []

    /// - Parameter depth: The colors of the terminal.
    init(_ depth: ColorDepth) {
        self.depth = depth
    }

    /// Returns the bytes of a frame: only of what has changed.
    ///
    /// - Parameters:
    ///   - grid: The screen.
    ///   - graphics: How the terminal shows pictures.
    /// - Returns: The bytes; none if nothing has changed.
    mutating func bytes(for grid: CellGrid, _ graphics: TerminalGraphics) -> [UInt8] {
        let known = shown.flatMap { $0.size == grid.size ? $0 : nil }
        // An empty screen has no pictures, whatever a terminal makes of those that were there.
        var bytes = waiting + (known == nil ? kitty.hideAll() : [])
        waiting = []
        bytes += ScreenUpdate.changes(from: known, to: grid, depth)
        switch graphics.kind {
        case .kitty: bytes += kitty.update(to: grid)
        case .sixel: bytes += sixel.update(from: known, to: grid)
        case .blocks, .none: break
        }
        shown = grid
        return ScreenUpdate.frame(bytes)
    }

    /// Deletes pictures of images that are not held any more.
    mutating func release(except images: Set<UInt64>) {
        waiting += kitty.release(except: images)
        sixel.release(except: images)
    }

    /// Draws everything anew with the next frame, and sends its pictures again.
    mutating func reset() {
        shown = nil
        waiting = kitty.deleteAll()
    }

    /// The bytes that leave nothing in the terminal, before it has another screen.
    static func ending(_ graphics: TerminalGraphics) -> String {
        switch graphics.kind {
        case .kitty: SixelGraphics.ending + KittyGraphics.ending
        case .sixel: SixelGraphics.ending
        case .blocks, .none: ""
        }
    }
}
