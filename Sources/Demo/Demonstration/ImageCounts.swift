import Flux

/// How many rows have an image that is loading, is there, or cannot be had.
struct ImageCounts: Equatable, Encodable {
    fileprivate(set) var loading = 0
    private(set) var loaded = 0
    private(set) var failed = 0

    fileprivate mutating func add<Image>(_ image: ImageState<Image>, times sign: Int = 1) {
        switch image {
        case .idle: break
        case .loading: loading += sign
        case .loaded: loaded += sign
        case .failed: failed += sign
        }
    }
}

/// Counts the images of one state after another, by what changed between them.
struct ImageCounter<Row: ListRow> {
    private(set) var counts = ImageCounts()
    private var last = ViewState<Row>()

    /// Counts the images of the next state.
    ///
    /// - Complexity: O(*c*), the number of rows that changed, where rows were only added at the end.
    mutating func count(_ state: ViewState<Row>) -> ImageCounts {
        let change = state.change
        if change.isReload || !change.removed.isEmpty
            || change.inserted.contains(where: { $0.lowerBound < last.items.count })
        {
            counts = ImageCounts()
            for row in state.items { counts.add(row.image) }
        } else {
            for row in change.updated.joined() {
                counts.add(last.items[row].image, times: -1)
                counts.add(state.items[row].image)
            }
            for row in change.inserted.joined() { counts.add(state.items[row].image) }
        }
        last = state
        return counts
    }
}
