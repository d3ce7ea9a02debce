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

    private let range: ImageRange
    private let placeholder: Image?
    private let request: @Sendable (Item) -> ImageRequest?
    private let cachedImage: @Sendable (ImageRequest) -> Image?

    private var list = ViewState<Row>()
    private var focus = 0
    /// The rows whose images have been looked at.
    private var nearRows = 0..<0
    /// The rows that may have images.
    private var keptRows = 0..<0
    private var loads: [Int: ImageLoadID] = [:]
    private var rows: [ImageLoadID: Int] = [:]
    private var lastLoadID = 0

    /// The rows that changed since the last state was published.
    private var changedRows: [Range<Int>] = []
    private var actions: [Action] = []

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
            focus = row
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

/// What identifies a load of an image.
struct ImageLoadID: Hashable, Sendable {
    let number: Int
}

// The list.
extension RowImages {
    private mutating func take(_ state: ViewState<Item>) {
        let oldCount = list.items.count
        let isAppend = !state.change.isReload && state.change.removed.isEmpty && state.change.updated.isEmpty
        if isAppend, state.change.inserted.allSatisfy({ $0.lowerBound >= oldCount }) {
            var items = list.items
            items.append(wrap(state.items, from: oldCount))
            list = state.with(items: items, change: state.change)
            followFocus()
        } else {
            rebuild(from: state)
        }
        publish()
    }

    /// Begins anew with other rows. The new rows ask for their images before the old ones leave, so that an image
    /// that both want goes on loading.
    private mutating func rebuild(from state: ViewState<Item>) {
        let oldLoads = rows.keys.sorted { $0.number < $1.number }
        loads = [:]
        rows = [:]
        nearRows = 0..<0
        keptRows = 0..<0
        if focus >= state.items.count { focus = 0 }
        // Rows that stay begin anew, too, so that no smaller change would be true.
        list = state.with(items: PagedItems(wrap(state.items, from: 0)), change: .reload)
        followFocus()
        for id in oldLoads { actions.append(.cancelLoad(id)) }
    }

    private func wrap(_ items: PagedItems<Item>, from first: Int) -> [Row] {
        items[first...].map { Row(item: $0, image: .idle(placeholder: placeholder)) }
    }

    private mutating func publishIfChanged() {
        if changedRows.isEmpty { return }
        list.change = .none
        publish()
    }

    private mutating func publish() {
        list.change = list.change.followed(by: RowChange(updated: changedRows))
        changedRows = []
        actions.append(.publish(list))
    }
}

// The images.
extension RowImages {
    /// Starts and cancels loads as rows come near and leave.
    private mutating func followFocus() {
        let near = rows(within: range.near)
        let kept = rows(within: range.kept)
        for row in near where !nearRows.contains(row) { begin(row) }
        for row in nearRows where !near.contains(row) { cancel(row) }
        for row in keptRows where !kept.contains(row) { giveBack(row) }
        nearRows = near
        keptRows = kept
    }

    private func rows(within distance: Int) -> Range<Int> {
        let count = list.items.count
        let first = min(count, max(0, focus - distance))
        let (last, overflow) = focus.addingReportingOverflow(distance)
        return first..<max(first, overflow || last >= count ? count : last + 1)
    }

    private mutating func begin(_ row: Int) {
        switch list.items[row].image {
        case .loaded, .loading: return
        case .idle, .failed: break
        }
        guard let request = request(list.items[row].item) else { return }
        if let image = cachedImage(request) { return set(.loaded(image, from: .memory), in: row) }
        lastLoadID += 1
        let id = ImageLoadID(number: lastLoadID)
        loads[row] = id
        rows[id] = row
        set(.loading(ImageProgress(), placeholder: placeholder), in: row)
        actions.append(.load(id, request))
    }

    private mutating func cancel(_ row: Int) {
        guard let id = loads.removeValue(forKey: row) else { return }
        rows[id] = nil
        actions.append(.cancelLoad(id))
        set(.idle(placeholder: placeholder), in: row)
    }

    private mutating func giveBack(_ row: Int) {
        if case .loaded = list.items[row].image { set(.idle(placeholder: placeholder), in: row) }
    }

    private mutating func take(_ image: ImageState<Image>, of id: ImageLoadID) {
        guard let row = rows[id] else { return }
        if let progress = image.progress {
            guard progress.isWorthShowing(after: list.items[row].image.progress) else { return }
        }
        if image.isFinal {
            rows[id] = nil
            loads[row] = nil
        }
        set(image, in: row)
    }

    private mutating func set(_ image: ImageState<Image>, in row: Int) {
        var changed = list.items[row]
        changed.image = image
        list.items.replace(row: row, by: changed)
        changedRows.append(row..<row + 1)
    }
}

extension ImageProgress {
    /// Whether a list shows this after an earlier progress: in steps of a tenth or, where the whole is not known,
    /// of doublings, so that a thousand pieces do not make a thousand states. The whole is not shown: the image is
    /// about to follow.
    func isWorthShowing(after earlier: ImageProgress?) -> Bool {
        if let fraction { return fraction < 1 && Int(fraction * 10) > Int((earlier?.fraction ?? 0) * 10) }
        return received >= max(1, (earlier?.received ?? 0) * 2)
    }
}
