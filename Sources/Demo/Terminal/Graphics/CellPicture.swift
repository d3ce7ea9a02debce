/// A picture that covers cells of a screen, and that the terminal draws from its pixels.
struct CellPicture: Sendable {
    let image: TerminalImage
    let columns: Int
    let lines: Int
    private let cell: CellPixels
    /// The same for the same image in the same size.
    let id: UInt64

    /// Fits an image to an area, with its proportions.
    ///
    /// - Parameters:
    ///   - image: The image.
    ///   - columns: The number of columns of the area.
    ///   - lines: The number of its lines.
    ///   - cell: The size of a cell.
    init(_ image: TerminalImage, fitting columns: Int, lines: Int, cell: CellPixels) {
        self.image = image
        self.cell = cell
        let size = Self.size(of: image.pixels, columns * cell.width, lines * cell.height)
        self.columns = max(1, min(columns, (size.width + cell.width - 1) / cell.width))
        self.lines = max(1, min(lines, (size.height + cell.height - 1) / cell.height))
        id = [self.columns, self.lines, cell.width, cell.height].reduce(image.id) {
            ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
        }
    }

    /// The size of pixels that are scaled to an area, with their proportions.
    private static func size(of pixels: Pixels, _ width: Int, _ height: Int) -> (width: Int, height: Int) {
        let scale = min(Double(width) / Double(pixels.width), Double(height) / Double(pixels.height))
        func scaled(_ side: Int, _ limit: Int) -> Int {
            max(1, min(limit, Int((Double(side) * scale).rounded())))
        }
        return (scaled(pixels.width, width), scaled(pixels.height, height))
    }

    /// The pixels of all cells. What the image leaves free is transparent.
    ///
    /// - Parameter isScaled: Whether the terminal scales them, so that no more than those of the image are
    ///   necessary.
    func raster(isScaled: Bool = false) -> PixelRaster {
        var unit = cell
        if isScaled {
            let most = max(image.pixels.width, image.pixels.height)
            unit = CellPixels(
                width: max(1, min(cell.width, (most + columns - 1) / columns)),
                height: max(1, min(cell.height, (most + lines - 1) / lines)))
        }
        let (width, height) = (columns * unit.width, lines * unit.height)
        let full = Self.size(of: image.pixels, columns * cell.width, lines * cell.height)
        let content = image.pixels.scaled(
            width: max(1, full.width * unit.width / cell.width),
            height: max(1, full.height * unit.height / cell.height))
        return PixelRaster(content, width: width, height: height, cell: unit)
    }
}

/// The pixels of cells, of which some may be transparent.
struct PixelRaster: Equatable, Sendable {
    let width: Int
    let height: Int
    /// The number of pixels of a cell.
    let cell: CellPixels
    /// Row by row from the top; `nil` is transparent.
    let colors: [Pixels.Color?]

    /// Places pixels at the top left.
    init(_ pixels: Pixels, width: Int, height: Int, cell: CellPixels) {
        self.width = width
        self.height = height
        self.cell = cell
        var colors: [Pixels.Color?] = []
        colors.reserveCapacity(width * height)
        for y in 0..<height {
            for x in 0..<width { colors.append(x < pixels.width && y < pixels.height ? pixels[x, y] : nil) }
        }
        self.colors = colors
    }

    init(width: Int, height: Int, cell: CellPixels, colors: [Pixels.Color?]) {
        self.width = width
        self.height = height
        self.cell = cell
        self.colors = colors
    }

    subscript(x: Int, y: Int) -> Pixels.Color? { colors[y * width + x] }

    /// Returns the pixels of some of the cells.
    func part(columns: Range<Int>, lines: Range<Int>) -> PixelRaster {
        if columns.count * cell.width == width, lines.count * cell.height == height { return self }
        let xs = columns.lowerBound * cell.width..<columns.upperBound * cell.width
        let ys = lines.lowerBound * cell.height..<lines.upperBound * cell.height
        return PixelRaster(
            width: xs.count, height: ys.count, cell: cell,
            colors: ys.flatMap { colors[$0 * width + xs.lowerBound..<$0 * width + xs.upperBound] })
    }
}
