import Foundation
import Streams

/// The avatar of a user as the server sends it.
struct Avatar: Sendable {
    let bytes: Data
    /// The validator of the bytes (RFC 9110 §8.8.3).
    let tag: String

    // The same wherever it is served. Making one costs most of what it takes to answer.
    private static let made = Locked<[Int: Avatar]>([:])
    private static let mostKept = 1000

    /// The avatar of the user with an id, made when it is first asked for.
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
