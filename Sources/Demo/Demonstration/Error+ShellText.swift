import Flux

extension Error {
    /// The message for a shell. Those of paging advise the authors of a source in Swift; that of a page that
    /// was not found, is at another origin, or is too large, has the options that would read it.
    var shellText: String {
        if let error = self as? HTTPPageError { return error.shellText }
        return (self as? PagingError)?.shellText ?? "\(self)"
    }
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

extension HTTPPageError {
    fileprivate var shellText: String {
        var options: [String] = []
        for option in suggestions.compactMap(\.option) where !options.contains(option) {
            options.append(option)
        }
        if case .nextPage(.otherOrigin(let page)) = reason, let origin = URLOrigin(page) {
            options.append("--allow-origin \(origin), which requests without a body follow")
        }
        if case .nextPage(.incomplete) = reason {
            options.append("--may-end-early, if the server counts more than it returns")
        }
        if case .transport(.tooLarge) = reason { options.append("a larger --max-bytes") }
        return options.isEmpty
            ? "\(self)" : "\(self); try \(options.prefix(3).joined(separator: " or "))".terminalSafe
    }
}
