/// Which rows load which images, as a pure value: events go in; states to publish and actions to perform come out.
///
/// An answer belongs to a load and is known by its identifier. One whose load is gone, because its row left or
/// the list was loaded anew, is late, and ignored, whether it is an image or an error.
struct RowImages<Item: Sendable, Image: Sendable>: Sendable {
    typealias Row = ImageRow<Item, Image>

    enum Event: Sendable {
        /// The list has changed.
        case list(ViewState<Item>)

        /// A row came into view.
        case shown(row: Int)

        /// A load has come further, or ended.
        case image(ImageLoadID, ImageState<Image>)
    }

    enum Action: Sendable {
        case publish(ViewState<Row>)
        case load(ImageLoadID, ImageRequest)
        case cancelLoad(ImageLoadID)
    }

    let range: ImageRange
    let placeholder: Image?
    let request: @Sendable (Item) -> ImageRequest?
    let cachedImage: @Sendable (ImageRequest) -> Image?

    /// What was published last. Its items and what belongs to them here are counted without placeholders.
    var list = ViewState<Row>()
    /// The row that was shown last, counted with placeholders; before any was, that of the item that came first.
    var focus: Int?
    /// The items whose images have been looked at.
    var near = 0..<0
    /// The items that may have images.
    var kept = 0..<0
    var loads: [Int: ImageLoadID] = [:]
    var items: [ImageLoadID: Int] = [:]
    private var lastLoadID = 0

    /// The items that changed since the last state was published.
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

    /// Whether no image is being loaded.
    var isAtRest: Bool { loads.isEmpty }

    mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .list(let state):
            take(state)
        case .shown(let row):
            // Far beyond every list, and still something to add to.
            focus = min(row, .max / 2)
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
        list.arrivedRow = nil
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

/// What identifies a load of an image.
struct ImageLoadID: Hashable, Sendable {
    let number: Int
}
