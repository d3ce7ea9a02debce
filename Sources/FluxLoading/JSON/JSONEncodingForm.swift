import Foundation

/// The encoding of a JSON text, by its byte order mark or by the null bytes of its first characters (RFC 4627
/// §3).
enum JSONEncodingForm {
    case utf8(markLength: Int)
    case utf16(isBigEndian: Bool)
    case utf32(isBigEndian: Bool)

    init(of data: Data) {
        let start = Array(data.prefix(4))
        switch (start.count, start.first, start.dropFirst().first) {
        case (3..., 0xEF, 0xBB) where start[2] == 0xBF: self = .utf8(markLength: 3)
        case (4..., 0, 0): self = .utf32(isBigEndian: true)
        case (4..., 0xFF, 0xFE) where start[2] == 0 && start[3] == 0: self = .utf32(isBigEndian: false)
        case (2..., 0xFE, 0xFF): self = .utf16(isBigEndian: true)
        case (2..., 0xFF, 0xFE): self = .utf16(isBigEndian: false)
        case (4..., .some, 0) where start[0] != 0 && start[2] == 0 && start[3] == 0:
            self = .utf32(isBigEndian: false)
        case (2..., 0, _): self = .utf16(isBigEndian: true)
        case (2..., _, 0): self = .utf16(isBigEndian: false)
        default: self = .utf8(markLength: 0)
        }
    }

    /// Returns the text in UTF-8, without a byte order mark.
    func utf8(_ data: Data) throws(JSONSyntaxError) -> Data {
        switch self {
        case .utf8(let markLength): return markLength == 0 ? data : Data(data.dropFirst(markLength))
        case .utf16(let isBigEndian):
            return try Self.transcode(Self.units(of: data, UInt16.self, isBigEndian), UTF16.self, "UTF-16")
        case .utf32(let isBigEndian):
            return try Self.transcode(Self.units(of: data, UInt32.self, isBigEndian), UTF32.self, "UTF-32")
        }
    }

    private static func transcode<Encoding: Unicode.Encoding>(
        _ units: [Encoding.CodeUnit]?, _ encoding: Encoding.Type, _ name: String
    ) throws(JSONSyntaxError) -> Data {
        guard let units, let text = String(validating: units, as: encoding) else {
            throw JSONSyntaxError(byte: 0, reason: "invalid \(name)")
        }
        return Data(
            (text.unicodeScalars.first == "\u{FEFF}"
                ? text.unicodeScalars.dropFirst() : text.unicodeScalars[...]).utf8Bytes)
    }

    private static func units<Unit: FixedWidthInteger>(
        of data: Data, _ type: Unit.Type, _ isBigEndian: Bool
    ) -> [Unit]? {
        let width = MemoryLayout<Unit>.size
        guard data.count % width == 0 else { return nil }
        return data.withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count, by: width).map { offset in
                let unit = bytes.loadUnaligned(fromByteOffset: offset, as: Unit.self)
                return isBigEndian ? Unit(bigEndian: unit) : Unit(littleEndian: unit)
            }
        }
    }
}

extension Substring.UnicodeScalarView {
    fileprivate var utf8Bytes: Substring.UTF8View { Substring(self).utf8 }
}
