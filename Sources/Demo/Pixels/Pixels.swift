/// The pixels of an image, reduced to what a terminal shows.
struct Pixels: Sendable, Equatable {
    struct Color: Sendable, Equatable {
        var red: UInt8
        var green: UInt8
        var blue: UInt8
    }

    let width: Int
    let height: Int
    /// Row by row from the top.
    let colors: [Color]

    subscript(x: Int, y: Int) -> Color { colors[y * width + x] }

    /// Returns the image scaled down, if necessary, to fit an area of a terminal in which a cell has two
    /// pixels, one above the other.
    func fitted(columns: Int, lines: Int) -> Pixels {
        let scale = min(1, Double(columns) / Double(width), Double(2 * lines) / Double(height))
        let (newWidth, newHeight) = (max(1, Int(Double(width) * scale)), max(1, Int(Double(height) * scale)))
        return scaled(width: newWidth, height: newHeight)
    }

    /// Returns the image in a smaller size, each of whose pixels is the mean of those that it stands for.
    ///
    /// - Parameters:
    ///   - width: From 1 to the width of the image.
    ///   - height: From 1 to its height.
    /// - Complexity: O(*n*), the number of pixels.
    func scaled(width newWidth: Int, height newHeight: Int) -> Pixels {
        if newWidth == width, newHeight == height { return self }
        var colors: [Color] = []
        colors.reserveCapacity(newWidth * newHeight)
        for y in 0..<newHeight {
            let rows = y * height / newHeight..<max(y * height / newHeight + 1, (y + 1) * height / newHeight)
            for x in 0..<newWidth {
                let columns = x * width / newWidth..<max(x * width / newWidth + 1, (x + 1) * width / newWidth)
                colors.append(mean(columns, rows))
            }
        }
        return Pixels(width: newWidth, height: newHeight, colors: colors)
    }

    private func mean(_ columns: Range<Int>, _ rows: Range<Int>) -> Color {
        var (red, green, blue) = (0, 0, 0)
        for y in rows {
            for x in columns {
                let color = self[x, y]
                red += Int(color.red)
                green += Int(color.green)
                blue += Int(color.blue)
            }
        }
        let count = columns.count * rows.count
        return Color(red: UInt8(red / count), green: UInt8(green / count), blue: UInt8(blue / count))
    }
}
