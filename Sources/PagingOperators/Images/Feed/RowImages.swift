/// The rules by which rows load their images, as a pure value: events go in, actions come out.
///
/// A result is identified by its load. It is late, and ignored, if its load was cancelled, because its row moved away
/// from the rows in view or was removed, or because the list was reloaded.
struct RowImages<Item: Sendable, Image: Sendable>: Sendable {
    typealias Row = ImageRow<Item, Image>
    typealias Action = SessionAction<ViewState<Row>, ImageLoadID, ImageRequest>

    enum Event: Sendable {
        /// The list has changed, and with it possibly the rows in view.
        case list(ViewState<Item>)

        /// The rows in view, counted as in the last state of the list.
        case focus(rows: Range<Int>?)

        /// A load has progressed or ended.
        case image(ImageLoadID, ImageState<Image>)
    }

    let range: ImageRange
    let placeholder: Image?
    let request: @Sendable (Item) -> ImageRequest?
    let cachedImage: @Sendable (ImageRequest) -> Image?

    /// The last published state. Items here are counted without placeholders.
    var list = ViewState<Row>()
    /// The rows in view, as the list's engine counts them, with placeholders.
    private(set) var focus: Range<Int>?
    /// The items whose images have been requested.
    var near = 0..<0
    /// The items that may have images.
    var kept = 0..<0
    var loads: [Int: ImageLoadID] = [:]
    var items: [ImageLoadID: Int] = [:]
    private var lastLoadID = 0

    /// The items that have changed since the last published state.
    var changed: [Range<Int>] = []
    var actions: [Action] = []

    init(
        range: ImageRange, placeholder: Image?,
        request: @escaping @Sendable (Item) -> ImageRequest?,
        cachedImage: @escaping @Sendable (ImageRequest) -> Image?
    ) {
        self.range = range
        self.placeholder = placeholder
        self.request = request
        self.cachedImage = cachedImage
    }

    /// Whether no image is loading.
    var isAtRest: Bool { loads.isEmpty }

    mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .list(let state):
            focus = state.focusRows
            take(state)
        case .focus(let rows):
            if rows == focus { break }
            focus = rows
            followFocus()
            publishIfChanged()
        case .image(let id, let image):
            take(image, of: id)
            publishIfChanged()
        }
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

/// Identifies a load of an image.
struct ImageLoadID: Hashable, Sendable {
    let number: Int
}
