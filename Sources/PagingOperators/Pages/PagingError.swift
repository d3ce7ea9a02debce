import FluxLoading
import Foundation

/// A failure of a source that violates the rules of paging.
public enum PagingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Paging would not end. In a list: a page names its own key as that of the next page, and its items are
    /// not shown; or the keys of consecutive pages without rows lead back to one of them. In a loop: a page
    /// names the key of a page that was loaded before, after its items.
    case repeatedKey(String)

    /// The source finished without sending a page.
    case noPage

    /// A number of consecutive pages had only items that are in the list already:
    /// ``PagingRules/repeatedPageLimit``.
    case repeatedPages(Int)

    public var description: String {
        switch self {
        case .repeatedKey(let key):
            "A page names the page at key \(key), which was loaded already, as the next one, so paging would not end; return `nil` or another key."
        case .noPage:
            "The source finished without sending a page."
        case .repeatedPages(let count):
            "The last \(count) pages have only items that are in the list already, so paging might not end; retry to continue."
        }
    }
}

extension PagingError {
    /// A page repeats a key, which is named without secrets: it may be an address.
    @usableFromInline
    static func repeated(_ key: some Any) -> PagingError {
        .repeatedKey(String(describing: key).redactingSecrets)
    }
}

extension PagingError: LocalizedError {
    public var errorDescription: String? { description }
}
