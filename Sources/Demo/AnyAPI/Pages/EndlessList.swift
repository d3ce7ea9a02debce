import Flux
import Foundation

/// The failure of a list whose pages would be loaded without end.
struct EndlessList: Error, CustomStringConvertible {
    /// The URL of the first page.
    let url: URL
    let reason: PagingError

    var description: String { "\(url.redacted): \(reason.shellText)" }

    /// Returns the failure of a list or of a loop, with the list's URL where it is a violation of the rules
    /// of paging.
    static func located(_ error: any Error, at url: URL) -> any Error {
        guard let reason = error as? PagingError else { return error }
        return EndlessList(url: url, reason: reason)
    }
}
