import Foundation

/// The size of a PNG file, after a check for damage. The pixels are not decoded.
///
/// ```swift
/// let avatar = try PNG(decoding: data)
/// print("\(avatar.width)×\(avatar.height)")
/// ```
package struct PNG: Sendable, Equatable {
    package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// In pixels.
    package let width: Int
    /// In pixels.
    package let height: Int

    /// Checks the signature, every chunk's checksum, the header, and that pixels and an end chunk exist.
    package init(decoding data: Data) throws(PNGError) {
        guard data.starts(with: Self.signature) else { throw .notPNG }
        var reader = PNGChunkReader(data.dropFirst(Self.signature.count))
        let header = try reader.next()
        guard header.type == "IHDR" else { throw .badOrder(chunk: "IHDR") }
        (width, height) = try Self.size(in: header.content)
        var hasPixels = false
        while true {
            let chunk = try reader.next()
            switch chunk.type {
            case "IDAT": hasPixels = true
            case "IHDR": throw .badOrder(chunk: "IHDR")
            case "IEND":
                guard hasPixels else { throw .badOrder(chunk: "IDAT") }
                guard reader.isAtEnd else { throw .trailingBytes }
                return
            default: break
            }
        }
    }

    /// Reads the header's thirteen bytes: size, then bit depth, color type, compression, filter, interlace.
    private static func size(in header: Data) throws(PNGError) -> (width: Int, height: Int) {
        let bytes = [UInt8](header)
        guard bytes.count == 13 else { throw .badHeader }
        let width = bytes[0..<4].bigEndianValue
        let height = bytes[4..<8].bigEndianValue
        let sizes = 1...Int(Int32.max)
        guard sizes.contains(width), sizes.contains(height), let depths = bitDepths[bytes[9]],
            depths.contains(bytes[8]), bytes[10] == 0, bytes[11] == 0, bytes[12] <= 1
        else { throw .badHeader }
        return (width, height)
    }

    /// The bit depths that each color type allows (PNG specification, table 12).
    private static let bitDepths: [UInt8: Set<UInt8>] = [
        0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16],
    ]
}
