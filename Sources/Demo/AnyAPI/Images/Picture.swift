import Foundation
import LoopbackServer

/// The bytes of an image whose format is recognized by the first bytes.
struct Picture: Sendable, Hashable {
    enum Format: Sendable, CaseIterable {
        case png, jpeg, gif, webP
    }

    let format: Format
    let data: Data

    init(decoding data: Data) throws(NotAPicture) {
        guard let format = Format.allCases.first(where: { $0.begins(data) }) else { throw NotAPicture() }
        self.format = format
        self.data = data
    }
}

extension Picture.Format {
    /// Returns whether the first bytes are those of this format.
    fileprivate func begins(_ data: Data) -> Bool {
        switch self {
        case .png: data.starts(with: PNG.signature)
        case .jpeg: data.starts(with: [0xFF, 0xD8, 0xFF])
        case .gif: data.starts(with: "GIF87a".utf8) || data.starts(with: "GIF89a".utf8)
        case .webP: data.starts(with: "RIFF".utf8) && data.dropFirst(8).starts(with: "WEBP".utf8)
        }
    }
}

/// The error for bytes of an unknown format.
struct NotAPicture: Error, CustomStringConvertible {
    let description = "the bytes are not a PNG, JPEG, GIF or WebP image"
}
