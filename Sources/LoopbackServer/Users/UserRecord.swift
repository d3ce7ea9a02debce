/// A user as GitHub's list of users gives it; the keys become snake case in JSON.
package struct UserRecord: Sendable, Equatable, Codable {
    package let id: Int
    package let login: String
    package let avatarUrl: String
    package let htmlUrl: String
    package var type = "User"
}
