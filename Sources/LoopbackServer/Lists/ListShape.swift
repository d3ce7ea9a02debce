/// The form of a list API: its bodies, and how they name further pages.
package enum ListShape: String, Sendable, CaseIterable {
    /// `{"count","next","previous","results"}` with `?page=` and `?page_size=`, as Django REST framework. A
    /// page beyond the last is 404.
    case numbered
    /// `{"count","next","previous","results"}` with `?offset=` and `?limit=`, as Django REST framework.
    case offset
    /// `{"next","previous","results"}` with `?cursor=`, as Django REST framework.
    case cursor
    /// `{"rows","next","next_url"}` with a token in `next` and an address in `next_url`, as Datasette.
    case token
    /// An array with a `Link` header, as GitHub.
    case linked
    /// `{"items","total","page","size","pages"}` with `?page=` and `?size=`, as fastapi-pagination.
    case totals
    /// `{"items","next_page","previous_page"}` with cursors for `?cursor=`, as fastapi-pagination.
    case cursors
    /// An array of the items after the id in `?since=`, as GitHub's users.
    case since

    /// The query parameter of the page size.
    var sizeParameter: String {
        switch self {
        case .numbered: "page_size"
        case .offset: "limit"
        case .token: "_size"
        case .totals, .cursors: "size"
        case .cursor, .linked, .since: "per_page"
        }
    }
}
