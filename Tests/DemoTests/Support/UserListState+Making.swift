import Flux
import Foundation
import LoopbackServer

@testable import Demo

extension UserRow {
    /// A row made up for a test.
    static func user(_ id: Int, _ image: ImageState<PNG> = .idle(placeholder: nil)) -> UserRow {
        UserRow(item: User(id: id, login: "user\(id)", avatarURL: .avatar(id)), image: image)
    }
}

extension URL {
    static func avatar(_ id: Int) -> URL {
        URL(string: "http://h/\(id).png")!  // digits in a fixed text always make an address
    }
}

extension ImageState<PNG> {
    static let coming = Self.loading(ImageProgress(), placeholder: nil)

    static func broken(_ id: Int) -> Self {
        .failed(.notDecodable(.avatar(id), description: "no"), fallback: nil)
    }

    static func there(_ id: Int = 1) throws -> Self {
        .loaded(try PNG(decoding: Identicon(id: id).png()), from: .network)
    }
}

/// An error that a test shows in a list.
struct MadeUpError: Error, Equatable, CustomStringConvertible {
    var description = "http://h/users: made up"
}
