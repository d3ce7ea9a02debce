import FluxLoading
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension HTTPPages {
    var home: URL { request.urlOrBlank }

    /// The request for a page.
    func request(for key: HTTPPageKey?) throws(HTTPPageError) -> URLRequest {
        guard let key else { return request }
        switch key.position {
        case .failure: throw failure(of: key)
        case .address(let address):
            let url = address.addingCredentials(of: home)
            try check(url, namedBy: home)
            return request.directed(to: url, home: home)
        case .cursor, .number, .offset, .after, .before:
            do throws(JSONMismatch) {
                return try request(at: key)
            } catch {
                // The body was checked for this source's own rule.
                throw HTTPPageError(
                    url: home, reason: .nextPage(.malformed(description: error.description)))
            }
        }
    }

    /// The request for a page that a parameter addresses.
    private func request(at key: HTTPPageKey) throws(JSONMismatch) -> URLRequest {
        let rule = key.plan?.next ?? next
        var copy = request
        // A request with a body is redirected anew.
        if request.httpBody == nil, let base = key.plan?.base { copy.url = base.addingSecrets(of: home) }
        switch key.position {
        case .cursor(let token): try copy.set(rule.parameter ?? "cursor", to: token)
        case .number(let number): try copy.set(rule.parameter ?? "page", to: PageToken(number))
        case .offset(let offset, _): try copy.set(rule.parameter ?? "offset", to: PageToken(offset))
        case .after(let token): try copy.set(rule.parameter ?? "since", to: token)
        case .before(let token):
            guard case .keyset(_, let parameter, let before) = rule else { break }
            try copy.remove(parameter)
            try copy.set(before ?? "before", to: token)
        case .address, .failure: break
        }
        return copy
    }

    /// Whether the address of a page may be requested: it is as secure as the page that names it, and at the
    /// first page's origin, or at an allowed one.
    func check(_ url: URL, namedBy page: URL) throws(HTTPPageError) {
        let origin = URLOrigin(url)
        if url.isInsecure(after: page) || url.isInsecure(after: home) {
            throw HTTPPageError(url: page, reason: .nextPage(.insecure(url)))
        }
        let isHome = URLOrigin(home).map { $0.shares(credentialsWith: origin) } ?? false
        let isAllowed = origin.map { allowedOrigins.contains($0) } ?? false
        if isHome || isAllowed && request.httpBody == nil { return }
        throw HTTPPageError(url: page, reason: .nextPage(.otherOrigin(url)))
    }
}
