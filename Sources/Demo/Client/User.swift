import Flux
import Foundation
import LoopbackServer

/// A user as the list shows it.
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
}

/// A user as the list shows it, with the state of its avatar.
typealias UserRow = ImageRow<User, PNG>

/// What the list of users shows.
typealias UserListState = ViewState<UserRow>
