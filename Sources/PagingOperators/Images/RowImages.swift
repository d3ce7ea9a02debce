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
        case results(ImageResults<Image>)

        /// A pause has ended.
        case resume

        /// A prefetch has ended.
        case prefetchEnded(RowPrefetches.Start)

        /// The memory cache has room for so many images.
        case room(images: Int)

        /// Memory is needed: rows that are not in view release their images until the list is scrolled.
        case memoryWarning
    }

    /// What is requested of a load.
    @usableFromInline
    enum Request: Sendable {
        /// Load an image, which a row needs that may be renumbered.
        case load(ImageRequest, LiveImagePriority)
        /// Renumber the row of a load that is running.
        case renumber(LiveImagePriority, ImageNeed)
        /// The rows in view have changed, for the order of the loads: the list was scrolled, or rows were
        /// renumbered.
        case move(to: ListPosition, isScrolled: Bool)
        /// Start prefetching images to disk, and stop prefetching others, some of which may have ended. Each
        /// end is reported with ``Event/prefetchEnded(_:)``.
        case prefetch(start: [RowPrefetches.Start], stop: [ImageRequest])
        /// Wait, then send ``Event/resume``.
        case pause(Duration)
        /// Send ``Event/memoryWarning`` when memory is needed.
        case observeMemory
        /// Rows show images, and others no more. They count against the limit of the memory cache.
        case hold([ImageRequest], release: [ImageRequest])
    }

    /// Identifies the list to the loader.
    @usableFromInline let id: ImageListID
    @usableFromInline let range: ImageRange
    @usableFromInline let placeholder: Image?
    @usableFromInline let request: @Sendable (Item) -> ImageRequest?
    @usableFromInline let cachedImage: @Sendable (ImageRequest) -> Image?

    /// The last published state. Items here are counted without placeholders.
    @usableFromInline var list = ViewState<Row>()
    @usableFromInline var viewport: ImageViewport
    /// The items whose images have been requested.
    @usableFromInline var near = 0..<0
    /// The items that may have images.
    @usableFromInline var kept = 0..<0
    /// The items whose images may be prefetched.
    @usableFromInline var prefetched = 0..<0
    @usableFromInline var loads: [Int: ImageLoadID] = [:]
    @usableFromInline var items: [ImageLoadID: Int] = [:]
    /// The loads that have not ended, with what tells the loader the row of each.
    @usableFromInline var running: [ImageLoadID: (request: ImageRequest, live: LiveImagePriority)] = [:]
    /// The loads whose items have the image at another URL by now.
    @usableFromInline var renewed: Set<ImageLoadID> = []
    /// The images that items show.
    @usableFromInline var held: [Int: ImageRequest] = [:]
    /// The images that are shown by more rows, and by fewer, since the last event.
    @usableFromInline var heldChange: (added: [ImageRequest], removed: [ImageRequest]) = ([], [])
    /// Whether the loader reports when memory is needed.
    @usableFromInline var observesMemory = false
    /// How many images the memory cache has room for.
    @usableFromInline var room = Int.max
    /// The room from the next scrolling on, if there is more of it.
    @usableFromInline var nextRoom: Int?
    /// Whether only rows in view keep their images until the list is scrolled.
    @usableFromInline var isTrimmed = false
    /// The rows in view that the loader knows.
    @usableFromInline var position: ListPosition?
    /// Whether the list was scrolled since then.
    @usableFromInline var isScrolled = false
    @usableFromInline var prefetches: RowPrefetches
    @usableFromInline var lastLoadID = 0

    /// How many loads may be cancelled because their rows were passed before a pause.
    @usableFromInline let passedLimit: Int
    /// How many have been since the last pause, or since all images had arrived.
    @usableFromInline var passedCount = 0
    /// A pause in which no loads start: its timer, which counts as a load, and the rows near those in view
    /// when it began.
    @usableFromInline var pause: (id: ImageLoadID, near: Range<Int>)?

    /// The items that have changed since the last published state.
    @usableFromInline var changed: [Range<Int>] = []
    @usableFromInline var actions: [Action] = []

    @usableFromInline
    init(
        id: ImageListID = ImageListID(number: 0), range: ImageRange, placeholder: Image?,
        height: Int = ImageViewport.usualHeight, passedLimit: Int = 64, prefetchLimit: Int = 2,
        request: @escaping @Sendable (Item) -> ImageRequest?,
        cachedImage: @escaping @Sendable (ImageRequest) -> Image?
    ) {
        self.id = id
        self.range = range
        self.placeholder = placeholder
        viewport = ImageViewport(height: height)
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
            let rows = viewport.rows
            if state.focusRows != rows, state.change.keepsRows(before: rows?.lowerBound) {
                scroll(to: state.focusRows)
            }
            viewport.follow(state)
            take(state)
        case .focus(let rows):
            if rows == viewport.rows { break }
            scroll(to: rows)
            followFocus()
            for range in changed where list.items[range.lowerBound].image.isIdle {
                viewport.noteLost(range.shifted(by: list.placeholdersBefore))
            }
            publishIfChanged()
        case .results(let results):
            for (id, result) in results.takeAll() { take(result, of: id) }
            if running.isEmpty { passedCount = 0 }
            publishIfChanged()
        case .resume:
            resume()
            publishIfChanged()
        case .prefetchEnded(let prefetch):
            prefetches.finish(prefetch)
        case .room(let images):
            // More rows load when the list is scrolled, so that what they load cannot make them load again at
            // once.
            if images >= room {
                nextRoom = images
                break
            }
            room = images
            nextRoom = nil
            followFocus()
            publishIfChanged()
        case .memoryWarning:
            isTrimmed = true
            followFocus()
            publishIfChanged()
        }
        changeHeld()
        changePrefetches()
        moveView()
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

// The order of loads.
extension RowImages {
    /// Other rows are in view, because the list was scrolled: those that are near may load again.
    @inlinable
    mutating func scroll(to rows: Range<Int>?) {
        isTrimmed = false
        if let images = nextRoom.take() { room = images }
        if viewport.scroll(to: rows) { isScrolled = true }
    }

    /// The rows in view, counted in items. Before any was shown, the first.
    @inlinable
    var shownItems: Range<Int> {
        viewport.shown.shifted(by: -list.placeholdersBefore)
    }

    /// The priority of an item's image.
    @inlinable
    func priority(of item: Int) -> ImagePriority {
        let shown = shownItems
        if shown.contains(item) { return .shown }
        return (item >= shown.upperBound) == viewport.isForward ? .nearAhead : .nearBehind
    }

    /// Tells the loader the rows in view, before the loads that begin, if they have changed.
    @inlinable
    mutating func moveView() {
        // Without loads there is nothing to order.
        if running.isEmpty { return }
        let new = ListPosition(shown: shownItems, isForward: viewport.isForward)
        defer { isScrolled = false }
        if new == position { return }
        actions.insert(.load(.wholeList, .move(to: new, isScrolled: isScrolled)), at: 0)
        position = new
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

    /// What concerns the list rather than a row. The loads of its rows have numbers from 1.
    @inlinable
    static var wholeList: ImageLoadID { ImageLoadID(number: 0) }
}

extension RowChange {
    /// Whether a row keeps its index, so that another row in view means that the list was scrolled.
    @inlinable
    func keepsRows(before row: Int?) -> Bool {
        guard let row else { return false }
        return !isReload && removed.isEmpty && moved.isEmpty && inserted.allSatisfy { $0.lowerBound > row }
    }
}
