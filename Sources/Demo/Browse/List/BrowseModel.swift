import Flux

/// The state of the browser: the list, the place in it, and what is shown over it.
///
/// It is a value. Keys and states of the list lead to the next one, and to ``BrowseAction``s.
struct BrowseModel {
    /// What the keys apply to.
    enum Mode {
        case list
        /// A text to find is being typed.
        case prompt(String)
        /// The JSON of an item.
        case item(ItemScreen)
        case help(HelpScreen)
    }

    /// A row that a refresh has changed.
    enum Mark {
        case inserted, updated
    }

    /// A refresh that is running.
    struct Refresh {
        /// The list before the refresh.
        let old: ViewState<BrowseRow>
        var hasBegun = false
    }

    /// The address of the list, for the first line.
    let title: String
    /// How the terminal shows images.
    private(set) var graphics: TerminalGraphics
    var size: ScreenSize
    var mode = Mode.list

    private(set) var list = ViewState<BrowseRow>()
    /// The first row in view.
    var top = 0
    /// The row that is selected.
    var cursor = 0
    /// The number of rows before the first one, if known, in a list without placeholders.
    var rowsBefore: Int?
    /// The number of items that the source states for a list that can't be jumped in.
    var statedTotal: Int?
    /// Rows changed by the last refresh.
    var marks: [BrowseItem.ID: Mark] = [:]
    /// Whether the last state has other rows than those that were reported.
    var needsReport = false
    var reportedRows: Range<Int>?

    var search: Search?
    /// The text of the last search.
    var pattern: FindPattern?
    /// Whether the list goes to a row that is not loaded.
    var isJumping = false
    var refresh: Refresh?
    /// A message in the last line, until the next key.
    var message: String?

    /// Whether rows show images; `nil` until that is known.
    var showsImages: Bool?
    var showsEvents = false
    private(set) var events = EventLines()

    init(title: String, size: ScreenSize, graphics: TerminalGraphics = TerminalGraphics(kind: .none)) {
        self.title = title
        self.size = size
        self.graphics = graphics
    }

    mutating func setList(_ list: ViewState<BrowseRow>) { self.list = list }

    /// Whether the terminal shows images.
    var canShowImages: Bool { graphics.kind != .none }

    /// Shows images otherwise, as the terminal has answered.
    mutating func setGraphics(_ graphics: TerminalGraphics) -> [BrowseAction] {
        if graphics == self.graphics { return [] }
        let couldShowImages = canShowImages
        self.graphics = graphics
        if !couldShowImages { showsImages = nil }
        noteImages()
        return report()
    }

    /// The images that rows of the list have, and that of the open item.
    var heldImages: Set<UInt64> {
        var images = Set(list.items.lazy.compactMap { $0.image.image?.id })
        if case .item(let screen) = mode, let image = screen.row.image.image { images.insert(image.id) }
        return images
    }

    /// Adds a line to the pane of events.
    mutating func addEvent(_ line: String) { events.append(line) }

    // MARK: Layout

    var layout: BrowseLayout {
        BrowseLayout(size: size, hasEvents: showsEvents, rowHeight: showsImages == true ? 3 : 1)
    }

    /// The number of rows in view.
    var pageSize: Int { layout.visibleRows }

    var rowsInView: Range<Int> { top..<max(top, min(top + pageSize, list.rowCount)) }

    /// Whether something is going on that the screen shows by motion.
    var isBusy: Bool { list.isLoading || list.isPaging || search != nil }

    /// The number of a row in the whole list, from 1; `nil` if it is unknown.
    func number(ofRow row: Int) -> Int? {
        list.placeholdersBefore > 0 ? row + 1 : rowsBefore.map { $0 + row + 1 }
    }

    /// The number of rows of the whole list, as far as it is known.
    ///
    /// A list that repeats rows may have more than its server counts.
    var total: Int? {
        let loaded = list.rowCount == 0 ? 0 : number(ofRow: list.rowCount - 1)
        if let total = list.total { return max(total, loaded ?? 0) }
        if !list.hasMore, let loaded { return loaded }
        return list.rowCount == 0 ? nil : statedTotal.map { max($0, loaded ?? 0) }
    }

    // MARK: Moving

    /// Selects a row, and scrolls as little as is necessary to show it.
    mutating func select(_ row: Int) {
        cursor = max(0, min(row, list.rowCount - 1))
        showCursor()
    }

    mutating func showCursor() {
        top = min(top, cursor)
        top = max(top, cursor - pageSize + 1)
        top = max(0, min(top, list.rowCount - pageSize))
    }

    /// Scrolls and moves the selected row by the same number of rows.
    mutating func scroll(by rows: Int) {
        top = max(0, min(top + rows, list.rowCount - pageSize))
        select(cursor + rows)
    }

    /// Reports the rows in view if they are others than before.
    mutating func report() -> [BrowseAction] {
        let rows = rowsInView
        guard !rows.isEmpty, needsReport || rows != reportedRows else { return [] }
        reportedRows = rows
        needsReport = false
        return [.signal(.shown(rows: rows))]
    }
}

/// The lines of a screen.
struct BrowseLayout: Equatable {
    let header: Range<Int>
    let body: Range<Int>
    /// The lines of the events, the first of which is their title.
    let events: Range<Int>
    let footer: Range<Int>
    /// The number of lines of a row.
    let rowHeight: Int

    init(size: ScreenSize, hasEvents: Bool, rowHeight: Int) {
        let lines = max(0, size.lines)
        header = 0..<(lines >= 3 ? 1 : 0)
        footer = (lines >= 2 ? lines - 1 : lines)..<lines
        let rest = footer.lowerBound - header.upperBound
        let height = hasEvents && rest >= 6 ? max(3, rest / 3) : 0
        body = header.upperBound..<footer.lowerBound - height
        events = body.upperBound..<footer.lowerBound
        self.rowHeight = body.count >= 3 * rowHeight ? rowHeight : 1
    }

    var visibleRows: Int { max(1, body.count / rowHeight) }
}
