import FluxImages

/// The rules by which rows load their images, as a pure value: events go in, actions come out.
///
/// A result is identified by its load. It is late, and ignored, if its load was cancelled, because its row
/// moved away from the rows in view or was removed, or because the list was reloaded.
@usableFromInline
struct RowImages<Item: Sendable, Image: Sendable>: Sendable {
    @usableFromInline
    typealias Row = ImageRow<Item, Image>
    @usableFromInline
    typealias Action = SessionAction<ViewState<Row>, ImageLoadID, Request>

    @usableFromInline
    enum Event: Sendable {
        /// The list has changed, and with it possibly the rows in view.
        case list(ViewState<Item>)

        /// The rows in view, counted as in the last state of the list.
        case focus(rows: Range<Int>?)

        /// Loads have progressed or ended.
        case images([ImageResults<Image>.Entry])

        /// A pause has ended.
        case resume

        /// A prefetch has ended.
        case prefetchEnded(ImageRequest)
    }

    /// What is requested of a load.
    @usableFromInline
    enum Request: Sendable {
        /// Load an image, with a priority that may change.
        case load(ImageRequest, LiveImagePriority)
        /// Change the priority of a load that is running.
        case prioritize(LiveImagePriority, ImagePriority)
        /// Start prefetching images to disk, and stop prefetching others, some of which may have ended. Each end is
        /// reported with ``Event/prefetchEnded(_:)``.
        case prefetch(start: [ImageRequest], stop: [ImageRequest])
        /// Wait, then send ``Event/resume``.
        case pause(Duration)
    }

    @usableFromInline let range: ImageRange
    @usableFromInline let placeholder: Image?
    @usableFromInline let request: @Sendable (Item) -> ImageRequest?
    @usableFromInline let cachedImage: @Sendable (ImageRequest) -> Image?

    /// The last published state. Items here are counted without placeholders.
    @usableFromInline var list = ViewState<Row>()
    /// The rows in view, as the list's engine counts them, with placeholders.
    @usableFromInline var focus: Range<Int>?
    /// Whether the list was scrolled towards its end the last time.
    @usableFromInline var scrollsForward = true
    /// The items whose images have been requested.
    @usableFromInline var near = 0..<0
    /// The items that may have images.
    @usableFromInline var kept = 0..<0
    /// The items whose images may be prefetched.
    @usableFromInline var prefetched = 0..<0
    @usableFromInline var loads: [Int: ImageLoadID] = [:]
    @usableFromInline var items: [ImageLoadID: Int] = [:]
    /// The loads that have not ended, with the priority that each has.
    @usableFromInline var running: [ImageLoadID: (live: LiveImagePriority, priority: ImagePriority)] = [:]
    @usableFromInline var prefetches: RowPrefetches
    @usableFromInline var lastLoadID = 0

    /// How many loads may be cancelled because their rows were passed before a pause.
    @usableFromInline let passedLimit: Int
    /// How many have been since the last pause.
    @usableFromInline var passedCount = 0
    @usableFromInline var pause: Pause?

    /// The items that have changed since the last published state.
    @usableFromInline var changed: [Range<Int>] = []
    @usableFromInline var actions: [Action] = []

    @inlinable
    init(
        range: ImageRange, placeholder: Image?, passedLimit: Int = 64, prefetchLimit: Int = 2,
        request: @escaping @Sendable (Item) -> ImageRequest?,
        cachedImage: @escaping @Sendable (ImageRequest) -> Image?
    ) {
        self.range = range
        self.placeholder = placeholder
        self.passedLimit = passedLimit
        prefetches = RowPrefetches(limit: prefetchLimit)
        self.request = request
        self.cachedImage = cachedImage
    }

    /// Whether no image is loading, or is to be loaded after a pause.
    @inlinable
    var isAtRest: Bool { loads.isEmpty && pause == nil }

    @inlinable
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
        case .prefetchEnded(let request):
            prefetches.finish(request)
        }
        changePrefetches()
        defer { actions = [] }
        return actions
    }
}

// Publishing.
extension RowImages {
    @inlinable
    mutating func publish() {
        let before = list.placeholdersBefore
        list.change = list.change.followed(by: RowChange(updated: changed.map { $0.shifted(by: before) }))
        changed = []
        actions.append(.publish(list))
        list.scrollTarget = nil
        list.warning = nil
    }

    @inlinable
    mutating func publishIfChanged() {
        if changed.isEmpty { return }
        list.change = .none
        publish()
    }

    @inlinable
    mutating func makeLoadID() -> ImageLoadID {
        lastLoadID += 1
        return ImageLoadID(number: lastLoadID)
    }
}

// Priorities.
extension RowImages {
    @inlinable
    mutating func followTravel(to rows: Range<Int>?) {
        if let old = focus?.lowerBound, let new = rows?.lowerBound, old != new { scrollsForward = new > old }
    }

    /// The rows in view, counted in items. Before any was shown, the first.
    @inlinable
    var shownItems: Range<Int> { (focus ?? 0..<1).shifted(by: -list.placeholdersBefore) }

    /// The priority of an item's image.
    @inlinable
    func priority(of item: Int) -> ImagePriority {
        let shown = shownItems
        if shown.contains(item) { return .shown }
        return (item >= shown.upperBound) == scrollsForward ? .nearAhead : .nearBehind
    }

    /// Changes the priorities of the loads whose rows are in view now, or no longer.
    @inlinable
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
@usableFromInline
struct ImageLoadID: Hashable, Sendable {
    @usableFromInline let number: Int

    @inlinable
    init(number: Int) {
        self.number = number
    }
}

extension RowChange {
    /// Whether a row keeps its index, so that another row in view means that the list was scrolled.
    @inlinable
    func keepsRows(before row: Int?) -> Bool {
        guard let row else { return false }
        return !isReload && removed.isEmpty && moved.isEmpty && inserted.allSatisfy { $0.lowerBound > row }
    }
}
