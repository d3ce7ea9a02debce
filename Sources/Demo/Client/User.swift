import Foundation

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
