/// The pictures that a terminal shows as sixel graphics: part of its cells, so that text erases them.
struct SixelGraphics {
    /// Ends a bitmap that was begun.
    static let ending = "\u{1B}\\"

    private struct Encoded {
        /// The image of the picture.
        let image: UInt64
        let bytes: [UInt8]
    }

    private var encoded: [PictureArea.Part: Encoded] = [:]

    /// Returns the bytes that draw the pictures of a screen after its text.
    ///
    /// - Parameters:
    ///   - old: What is shown, whose cells are the same where a picture is; `nil` if nothing is shown.
    ///   - new: The screen.
    mutating func update(from old: CellGrid?, to new: CellGrid) -> [UInt8] {
        let areas = new.pictureAreas
        if areas.isEmpty { return [] }
        let shown = Set(old?.pictureAreas ?? [])
        var bytes: [UInt8] = []
        for area in areas where !shown.contains(area) {
            guard let picture = new.pictures[area.part.picture] else { continue }
            bytes += "\u{1B}[\(area.line + 1);\(area.column + 1)H".utf8
            bytes += encoding(of: picture, area.part)
        }
        return bytes
    }

    /// Forgets the bytes of images that are not held any more.
    mutating func release(except images: Set<UInt64>) {
        encoded = encoded.filter { images.contains($0.value.image) }
    }

    private mutating func encoding(of picture: CellPicture, _ part: PictureArea.Part) -> [UInt8] {
        if let known = encoded[part] { return known.bytes }
        let bytes = SixelEncoder.bytes(of: picture.raster().part(columns: part.columns, lines: part.lines))
        encoded[part] = Encoded(image: picture.image.id, bytes: bytes)
        return bytes
    }
}
