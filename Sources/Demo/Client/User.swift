import Flux
import Foundation
import LoopbackServer

/// A user of the demo's server.
struct User: Sendable, Hashable, Identifiable, Decodable {
    let id: Int
    let login: String
    let avatarURL: URL

    private enum CodingKeys: String, CodingKey {
        case id, login
        case avatarURL = "avatar_url"
    }
}

extension User: ListItem {
    static let words = ItemWords(rows: "users", image: "avatar")

    var title: String { login }
    var imageURL: URL? { avatarURL }

    /// The server has another port in each run, so that the path identifies the image.
    var imageRequest: ImageRequest? {
        ImageRequest(url: avatarURL, identity: "demo:\(avatarURL.path())")
    }
}

/// A row of the list: a user and the state of its avatar.
typealias UserRow = ImageRow<User, PNG>

/// A state of the list of users.
typealias UserListState = ViewState<UserRow>
