import Flux

/// How far a list was printed.
struct ItemsPlace: Codable, Equatable {
    /// The page that is printed next, or in part; `nil` for the first one.
    var key: HTTPPageKey?
    /// The number of its items that were printed.
    var printed = 0
    /// The number of pages and of items that were printed, in all runs.
    var pages = 0
    var items = 0

    /// Whether nothing was printed.
    var isStart: Bool { key == nil && printed == 0 }
}

extension ItemsPlace {
    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        key = try fields.decodeIfPresent(HTTPPageKey.self, forKey: .key)
        printed = try fields.decode(.counts, forKey: .printed)
        pages = try fields.decode(.counts, forKey: .pages)
        items = try fields.decode(.counts, forKey: .items)
    }
}
