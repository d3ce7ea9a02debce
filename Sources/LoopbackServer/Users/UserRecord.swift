/// A user in the form of GitHub's list of users; the keys are in snake case in JSON.
package struct UserRecord: Sendable, Equatable, Codable {
    package let id: Int
    package let login: String
    package let avatarUrl: String
    package let htmlUrl: String
    package var type = "User"
}
