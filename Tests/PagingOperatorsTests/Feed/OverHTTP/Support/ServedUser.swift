import FluxLoading
import Foundation
import LoopbackServer
import PagingOperators
import Streams

/// A user of a `UsersService`, as a list shows it.
struct ServedUser: Sendable, Hashable, Identifiable, Decodable {
    let id: Int
    let login: String
    let avatarURL: URL

    private enum CodingKeys: String, CodingKey {
        case id, login
        case avatarURL = "avatar_url"
    }
}

/// A row of a list of users: the user and the state of its avatar.
typealias ServedRow = ImageRow<ServedUser, PNG>

/// A state of a list of users.
typealias ServedListState = ViewState<ServedRow>

/// Why a page of users failed to load.
enum ServedUsersError: RetryAfter, Equatable {
    case loading(LoadingError)

    /// The body is not a page of users.
    case undecodable(URL)

    var retryAfter: Duration? {
        if case .loading(let error) = self { error.retryAfter } else { nil }
    }
}
