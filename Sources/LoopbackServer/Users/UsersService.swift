import Streams

/// Serves users as GitHub does, in four styles of paging, and their avatars.
///
/// ```swift
/// let service = UsersService(users: UserDirectory(count: 95), faults: .demo)
/// let server = try EmbeddedServer(handler: service.respond)
/// ```
///
/// | request | response |
/// |---|---|
/// | `/users?since=&per_page=` | an array of the users after that id, and a `Link` to the next page |
/// | `/users?before=&per_page=` | an array of the users right before that id, and a `Link` to the previous page |
/// | `/users?offset=&limit=` | an array |
/// | `/users?page=&per_page=` | `{"items":[…],"page":1,"total":95}`, and a `Link` to the next page |
/// | `/users?cursor=&per_page=` | `{"items":[…],"next_cursor":"…"}`; start with an empty cursor |
/// | `/avatars/{id}.png` | a PNG image with `Cache-Control` and `ETag` |
package final class UsersService: Sendable {
    /// The largest number of users on a page, as GitHub's; a larger size is cut to this, without an error.
    package static let maximumPageSize = 100

    package let users: UserDirectory
    let faults: UsersFaults
    let hasFailed = Locked(false)

    package init(users: UserDirectory, faults: UsersFaults = .none) {
        self.users = users
        self.faults = faults
    }

    package func respond(to request: HTTPRequest) -> HTTPResponse {
        if request.path == "/users" {
            return usersResponse(to: request)
        }
        if let index = avatarIndex(in: request.path) {
            return avatarResponse(at: index, to: request)
        }
        return .failure(status: 404, message: "Not Found")
    }
}
