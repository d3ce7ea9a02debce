import Flux

extension Error {
    /// The message for a shell. Those of paging advise the authors of a source in Swift.
    var shellText: String { (self as? PagingError)?.shellText ?? "\(self)" }
}

extension PagingError {
    fileprivate var shellText: String {
        switch self {
        case .repeatedKey(let key): "the next page, \(key), is one that was loaded already"
        case .noPage: "the source sent no page"
        case .repeatedPages(let count): "the last \(count) pages have only items that are in the list already"
        }
    }
}
