import Foundation
import Streams

/// The images of all ``TestImages`` of the process whose bytes may be on disk: another loader, as after a
/// launch, reads them.
enum TestImageStore {
    /// Differs in each process: a folder may have the bytes of an earlier one.
    private static let process = UUID().uuidString.prefix(8)
    private static let lastNumber = Locked(0)
    private static let images = Locked<[String: any Sendable]>([:])

    /// Makes the bytes of an image that is sent.
    static func nextToken() -> String {
        let number = lastNumber.withLock { number in
            number += 1
            return number
        }
        return "\(process)-\(number)"
    }

    static func keep(_ image: some Sendable, of token: String) { images.withLock { $0[token] = image } }

    /// The image of a token; `nil` if it is not that of an image of this type.
    static func image<Image: Sendable>(of token: String) -> Image? {
        images.withLock { $0[token] } as? Image
    }
}
