/// Why bytes are not a PNG file.
package enum PNGError: Error, Equatable, CustomStringConvertible {
    case notPNG
    case truncated
    case badChecksum(chunk: String)
    case badHeader
    case badOrder(chunk: String)
    case trailingBytes

    package var description: String {
        switch self {
        case .notPNG: "the bytes are not a PNG image"
        case .truncated: "the PNG image ends too early"
        case .badChecksum(let chunk): "the checksum of the PNG chunk \(chunk) is wrong"
        case .badHeader: "the header of the PNG image is malformed"
        case .badOrder(let chunk): "the PNG chunk \(chunk) is missing or out of place"
        case .trailingBytes: "bytes follow the end of the PNG image"
        }
    }
}
