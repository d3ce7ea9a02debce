/// The rules by which rows load their images, as a pure value: events go in, actions come out.
///
/// A result is identified by its load. It is late, and ignored, if its load was cancelled, because its row
/// moved away from the rows in view or was removed, or because the list was reloaded.
struct RowImages<Item: Sendable, Image: Sendable>: Sendable {
    typealias Row = ImageRow<Item, Image>
    typealias Action = SessionAction<ViewState<Row>, ImageLoadID, Request>

    enum Event: Sendable {
        /// The list has changed, and with it possibly the rows in view.
        case list(ViewState<Item>)

        /// The rows in view, counted as in the last state of the list.
        case focus(rows: Range<Int>?)

        /// Loads have progressed or ended.
        case images([ImageResults<Image>.Entry])

        /// A pause has ended.
        case resume
    }

    /// What is requested of a load.
    enum Request: Sendable {
        /// Load an image, with a priority that may change.
        case load(ImageRequest, LiveImagePriority)
        /// Change the priority of a load that is running.
        case prioritize(LiveImagePriority, ImagePriority)
        /// Start prefetching images to disk, and stop prefetching others.
        case prefetch(start: [ImageRequest], stop: [ImageRequest])
        /// Wait, then send ``Event/resume``.
        case pause(Duration)
    }

    let range: ImageRange
    let placeholder: Image?
    let request: @Sendable (Item) -> ImageRequest?
    let cachedImage: @Sendable (ImageRequest) -> Image?

    /// The last published state. Items here are counted without placeholders.
    var list = ViewState<Row>()
    /// The rows in view, as the list's engine counts them, with placeholders.
    private(set) var focus: Range<Int>?
    /// Whether the list was scrolled towards its end the last time.
    private var scrollsForward = true
    /// The items whose images have been requested.
    var near = 0..<0
    /// The items that may have images.
    var kept = 0..<0
    /// The items whose images may be prefetched.
    var prefetched = 0..<0
    var loads: [Int: ImageLoadID] = [:]
    var items: [ImageLoadID: Int] = [:]
    /// The loads that have not ended, with the priority that each has.
    var running: [ImageLoadID: (live: LiveImagePriority, priority: ImagePriority)] = [:]
    var prefetches = RowPrefetches()
    private var lastLoadID = 0

    /// How many loads may be cancelled because their rows were passed before a pause.
    let passedLimit: Int
    /// How many have been since the last pause.
    var passedCount = 0
    var pause: Pause?

    /// The items that have changed since the last published state.
    var changed: [Range<Int>] = []
    var actions: [Action] = []

    init(
        range: ImageRange, placeholder: Image?, passedLimit: Int = 64,
        request: @escaping @Sendable (Item) -> ImageRequest?,
        cachedImage: @escaping @Sendable (ImageRequest) -> Image?
    ) {
        self.range = range
        self.placeholder = placeholder
        self.passedLimit = passedLimit
        self.request = request
        self.cachedImage = cachedImage
    }

    /// Whether no image is loading, or is to be loaded after a pause.
    var isAtRest: Bool { loads.isEmpty && pause == nil }

    mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .list(let state):
            if state.change.keepsRows(before: focus?.lowerBound) { followTravel(to: state.focusRows) }
            focus = state.focusRows
            take(state)
        case .focus(let rows):
            if rows == focus { break }
            followTravel(to: rows)
            focus = rows
            followFocus()
            publishIfChanged()
        case .images(let results):
            for (id, result) in results { take(result, of: id) }
            publishIfChanged()
        case .resume:
            resume()
            publishIfChanged()
        }
        changePrefetches()
        defer { actions = [] }
        return actions
    }
}

// Publishing.
extension RowImages {
    mutating func publish() {
        let before = list.placeholdersBefore
        list.change = list.change.followed(by: RowChange(updated: changed.map { $0.shifted(by: before) }))
        changed = []
        actions.append(.publish(list))
        list.scrollTarget = nil
        list.warning = nil
    }

    private mutating func publishIfChanged() {
        if changed.isEmpty { return }
        list.change = .none
        publish()
    }

    mutating func makeLoadID() -> ImageLoadID {
        lastLoadID += 1
        return ImageLoadID(number: lastLoadID)
    }
}

// Priorities.
extension RowImages {
    private mutating func followTravel(to rows: Range<Int>?) {
        if let old = focus?.lowerBound, let new = rows?.lowerBound, old != new { scrollsForward = new > old }
    }

    /// The rows in view, counted in items. Before any was shown, the first.
    var shownItems: Range<Int> { (focus ?? 0..<1).shifted(by: -list.placeholdersBefore) }

    /// The priority of an item's image.
    func priority(of item: Int) -> ImagePriority {
        let shown = shownItems
        if shown.contains(item) { return .shown }
        return (item >= shown.upperBound) == scrollsForward ? .nearAhead : .nearBehind
    }

    /// Changes the priorities of the loads whose rows have come into view, or have left it.
    mutating func updatePriorities() {
        if running.isEmpty { return }
        for (id, entry) in running {
            guard let item = items[id] else { continue }
            let priority = priority(of: item)
            if priority == entry.priority { continue }
            running[id]?.priority = priority
            actions.append(.load(id, .prioritize(entry.live, priority)))
        }
    }
}

/// Identifies a load of an image.
struct ImageLoadID: Hashable, Sendable {
    let number: Int
}

extension RowChange {
    /// Whether a row keeps its index, so that another row in view means that the list was scrolled.
    fileprivate func keepsRows(before row: Int?) -> Bool {
        guard let row else { return false }
        return !isReload && removed.isEmpty && moved.isEmpty && inserted.allSatisfy { $0.lowerBound > row }
    }
}
