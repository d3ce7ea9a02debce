/// Where an edit has put a row.
enum EditPlace<Identity: Hashable & Sendable>: Hashable, Sendable {
    case start
    case end
    case before(Identity)
    case after(Identity)
    /// Before the source's rows of a page.
    case startOfPage(Int)
    /// After the source's rows of a page.
    case endOfPage(Int)

    init(_ place: FeedPlace<Identity>) {
        self =
            switch place {
            case .start: .start
            case .end: .end
            case .before(let id): .before(id)
            case .after(let id): .after(id)
            }
    }

    /// The row next to which the place is.
    var anchor: Identity? {
        switch self {
        case .start, .end, .startOfPage, .endOfPage: nil
        case .before(let id), .after(let id): id
        }
    }

    /// The page at whose start or end the place is.
    var page: Int? {
        switch self {
        case .startOfPage(let page), .endOfPage(let page): page
        case .start, .end, .before, .after: nil
        }
    }

    func renamed(_ rename: (Identity) -> Identity) -> Self {
        switch self {
        case .start, .end, .startOfPage, .endOfPage: self
        case .before(let id): .before(rename(id))
        case .after(let id): .after(rename(id))
        }
    }
}
