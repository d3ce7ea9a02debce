import Foundation

/// An avatar derived from a number: five by five squares, symmetric, in one color.
package struct Identicon: Sendable {
    private static let squares = 5
    /// In pixels: a square is one byte wide.
    private static let squareSize = 8

    /// In pixels, on each side.
    package static let size = squares * squareSize

    package let id: Int

    package init(id: Int) {
        self.id = id
    }

    /// Returns the image as a PNG file. Equal numbers give equal bytes.
    package func png() -> Data {
        let bits = Self.scatter(UInt64(truncatingIfNeeded: id))
        let ink = RGB(hue: Double((bits >> 32) % 360), saturation: 0.55, lightness: 0.5)
        let paper = RGB(hue: 0, saturation: 0, lightness: 0.94)
        let rows = (0..<Self.squares).flatMap { row in
            let squares = (0..<Self.squares).map { column -> UInt8 in
                Self.isInked(column: column, row: row, bits) ? 0xFF : 0
            }
            return Array(repeating: squares, count: Self.squareSize)
        }
        return PNG.encode(width: Self.size, rows: rows, colors: (paper, ink))
    }

    private static func isInked(column: Int, row: Int, _ bits: UInt64) -> Bool {
        let mirrored = min(column, squares - 1 - column)
        return bits >> (row * 3 + mirrored) & 1 == 1
    }

    /// Spreads neighboring numbers over all 64 bits (the last step of SplitMix64).
    private static func scatter(_ number: UInt64) -> UInt64 {
        var bits = number &* 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}
