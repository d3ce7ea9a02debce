import Foundation

/// The pictures that a terminal has and shows by kitty's graphics protocol.
///
/// Each picture is sent once, and placed by its number wherever cells show it.
struct KittyGraphics {
    /// The numbers of images that this program uses.
    private static let numbers: ClosedRange<UInt32> = 0x464C_0001...0x464C_FFFF
    /// The size of the payload of a command, in bytes of Base64.
    private static let chunk = 4096
    /// Deletes whatever may have been sent, also in parts.
    static let ending =
        "\u{1B}_Ga=d,d=A,q=2\u{1B}\\\u{1B}_Ga=d,d=R,x=\(numbers.lowerBound),y=\(numbers.upperBound),q=2\u{1B}\\"

    private struct Sent {
        let number: UInt32
        /// The image of the picture.
        let image: UInt64
        /// The number of pixels of a cell.
        let cell: CellPixels
    }

    private var sent: [UInt64: Sent] = [:]
    /// The numbers of placements.
    private var shown: [PictureArea: UInt32] = [:]
    private var lastNumber = Self.numbers.lowerBound - 1
    private var lastPlacement: UInt32 = 0
    private var bytes: [UInt8] = []

    /// Returns the bytes that show the pictures of a screen, and no others.
    mutating func update(to grid: CellGrid) -> [UInt8] {
        let areas = grid.pictureAreas
        if areas.isEmpty, shown.isEmpty { return [] }
        let new = Set(areas)
        for (area, placement) in shown.sorted(by: { $0.value < $1.value }) where !new.contains(area) {
            shown[area] = nil
            if let picture = sent[area.part.picture] {
                command("a=d,d=i,i=\(picture.number),p=\(placement)")
            }
        }
        for area in areas where shown[area] == nil {
            if let picture = grid.pictures[area.part.picture] { place(picture, area) }
        }
        return take()
    }

    /// Returns the bytes that delete pictures which are not shown, of images that are not held any more.
    mutating func release(except images: Set<UInt64>) -> [UInt8] {
        let used = Set(shown.keys.lazy.map(\.part.picture))
        for (id, picture) in sent where !images.contains(picture.image) && !used.contains(id) {
            sent[id] = nil
            command("a=d,d=I,i=\(picture.number)")
        }
        return take()
    }

    /// Returns the bytes that remove all pictures from the screen, which still has them.
    mutating func hideAll() -> [UInt8] {
        if shown.isEmpty { return [] }
        shown = [:]
        command("a=d,d=a")
        return take()
    }

    /// Returns the bytes that delete everything, if there is something.
    mutating func deleteAll() -> [UInt8] {
        defer { self = KittyGraphics() }
        return sent.isEmpty ? [] : Array(Self.ending.utf8)
    }

    private mutating func place(_ picture: CellPicture, _ area: PictureArea) {
        let image = sent[picture.id] ?? send(picture)
        lastPlacement += 1
        shown[area] = lastPlacement
        let (lines, columns, cell) = (area.part.lines, area.part.columns, image.cell)
        bytes += "\u{1B}[\(area.line + 1);\(area.column + 1)H".utf8
        // The cursor stays.
        command(
            "a=p,i=\(image.number),p=\(lastPlacement),x=\(columns.lowerBound * cell.width),"
                + "y=\(lines.lowerBound * cell.height),w=\(columns.count * cell.width),"
                + "h=\(lines.count * cell.height),c=\(columns.count),r=\(lines.count),C=1")
    }

    private mutating func send(_ picture: CellPicture) -> Sent {
        let raster = picture.raster(isScaled: true)
        lastNumber = lastNumber == Self.numbers.upperBound ? Self.numbers.lowerBound : lastNumber + 1
        let image = Sent(number: lastNumber, image: picture.image.id, cell: raster.cell)
        sent[picture.id] = image
        let isOpaque = !raster.colors.contains(nil)
        let payload = raster.samples(withAlpha: !isOpaque).base64EncodedData()
        var start = 0
        repeat {
            let end = min(payload.count, start + Self.chunk)
            let head =
                start == 0
                ? "a=t,t=d,f=\(isOpaque ? 24 : 32),i=\(image.number),s=\(raster.width),v=\(raster.height),"
                : ""
            command("\(head)m=\(end < payload.count ? 1 : 0)", payload[start..<end])
            start = end
        } while start < payload.count
        return image
    }

    /// Adds a command that is not answered.
    private mutating func command(_ keys: String, _ payload: Data? = nil) {
        bytes += "\u{1B}_G\(keys),q=2".utf8
        if let payload {
            bytes.append(UInt8(ascii: ";"))
            bytes += payload
        }
        bytes += "\u{1B}\\".utf8
    }

    private mutating func take() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }
}

extension PixelRaster {
    /// The bytes of the colors, of three or of four samples.
    fileprivate func samples(withAlpha: Bool) -> Data {
        var data = Data(capacity: colors.count * (withAlpha ? 4 : 3))
        for color in colors {
            data.append(contentsOf: [color?.red ?? 0, color?.green ?? 0, color?.blue ?? 0])
            if withAlpha { data.append(color == nil ? 0 : 255) }
        }
        return data
    }
}
