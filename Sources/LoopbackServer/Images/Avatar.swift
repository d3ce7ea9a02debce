import Foundation
import Streams

/// The avatar of a user.
struct Avatar: Sendable {
    let bytes: Data
    /// The validator of the bytes (RFC 9110 §8.8.3).
    let tag: String

    // Shared by all services. Making an avatar takes most of the time of a response.
    private static let made = Locked<[Int: Avatar]>([:])
    private static let mostKept = 1000

    /// Returns the avatar of the user with an id, made at the first request.
    static func of(_ id: Int) -> Avatar {
        if let avatar = made.withLock({ $0[id] }) { return avatar }
        let avatar = Avatar(of: id)
        made.withLock { made in
            if made.count < mostKept { made[id] = avatar }
        }
        return avatar
    }

    private init(of id: Int) {
        bytes = Identicon(id: id).png()
        tag = "\"\(String(Checksum.crc32(bytes), radix: 16))\""
    }
}
