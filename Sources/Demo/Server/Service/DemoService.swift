import Flux

/// The demo's service: GitHub-shaped users in four styles of paging, and their avatars.
///
/// ```swift
/// let service = DemoService(users: UserDirectory(count: 95), faults: .demo)
/// let server = try EmbeddedServer(handler: service.respond)
/// ```
///
/// | request | answer |
/// |---|---|
/// | `/users?since=&per_page=` | an array of the users after that id, and a `Link` to the next page |
/// | `/users?before=&per_page=` | an array of the users right before that id, and a `Link` to those before them |
/// | `/users?offset=&limit=` | an array |
/// | `/users?page=&per_page=` | `{"items":[…],"page":1,"total":95}`, and a `Link` to the next page |
/// | `/users?cursor=&per_page=` | `{"items":[…],"next_cursor":"…"}`; ask with an empty cursor first |
/// | `/avatars/{id}.png` | a PNG image that can be cached and revalidated |
final class DemoService: Sendable {
    let users: UserDirectory
    let faults: Faults
    let hasFailed = Locked(false)

    init(users: UserDirectory, faults: Faults = .none) {
        self.users = users
        self.faults = faults
    }

    func respond(to request: HTTPRequest) -> HTTPResponse {
        if request.path == "/users" {
            return usersResponse(to: request)
        }
        if let index = avatarIndex(in: request.path) {
            return avatarResponse(at: index, to: request)
        }
        return .failure(status: 404, message: "Not Found")
    }
}
