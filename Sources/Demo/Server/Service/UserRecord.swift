/// A user as GitHub's list of users gives it; the keys become snake case in JSON.
struct UserRecord: Sendable, Equatable, Codable {
    let id: Int
    let login: String
    let avatarUrl: String
    let htmlUrl: String
    var type = "User"
}
