import Observation

/// What a view shows.
public struct Drawing {
    /// A line of a screen.
    public struct Line {
        public let text: String
        /// Its place among the views, with the identities of rows.
        let path: [AnyHashable]
        var onAppear: [() -> Void] = []
        var onDisappear: [() -> Void] = []
        let onTap: (@MainActor () -> Void)?
    }

    /// An alert above the screen.
    public struct Alert {
        public let title: String
        public let message: String
        let buttons: [Line]
        let dismiss: () -> Void
    }

    var lines: [Line] = []
    var overlay: [Line] = []
    var alert: Alert?
    var tasks: [@Sendable () async -> Void] = []
    var refresh: (@Sendable () async -> Void)?
    var changes: [[AnyHashable]: (value: any Equatable, action: (_ old: Any, _ new: Any) -> Void)] = [:]
    var path: [AnyHashable] = []
    let proxy: ScrollViewProxy
    let memory: ViewMemory?

    init(proxy: ScrollViewProxy, memory: ViewMemory? = nil) {
        self.proxy = proxy
        self.memory = memory
    }

    mutating func add(_ text: String, onTap: (@MainActor () -> Void)? = nil) {
        lines.append(Line(text: text, path: path + [lines.count(where: { $0.path == path })], onTap: onTap))
    }
}

/// A screen with a view, and the person before it.
@MainActor
public final class SwiftUIScreen {
    private let view: any View
    /// The number of lines that are in view at once; `nil` if lines appear only when a test calls for it.
    private let height: Int?
    private var top = 0
    private var shown: [Drawing.Line] = []
    private var isDirty = true
    private var drawn = Drawing(proxy: ScrollViewProxy())
    private var onRedrawing: (() -> Void)?
    private lazy var memory = ViewMemory { [weak self] in self?.markDirty() }

    /// Makes a screen.
    ///
    /// - Parameters:
    ///   - view: Its view.
    ///   - height: The number of lines that are in view at once. Their `onAppear` is called when they come
    ///     into view. Without a height, it is called by ``show(_:)`` only.
    public init(_ view: some View, height: Int? = nil) {
        self.view = view
        self.height = height
    }

    /// All lines of the list, from the top.
    public var lines: [String] { drawing.lines.map(\.text) }

    /// The lines in view.
    public var linesInView: [String] { linesOnScreen.map(\.text) }

    /// What is shown above the list.
    public var overlay: [String] { drawing.overlay.map(\.text) }

    public var alert: Drawing.Alert? { drawing.alert }

    /// Shows the view.
    public func appear() async {
        for task in drawing.tasks { await task() }
        layOut()
    }

    /// Pulls the list down.
    public func pull() async { await drawing.refresh?() }

    /// Shows a line.
    public func show(_ line: Int) { for action in drawing.lines[line].onAppear { action() } }

    /// Hides a line.
    public func hide(_ line: Int) { for action in drawing.lines[line].onDisappear { action() } }

    /// Scrolls by a number of lines, as far as there are lines.
    public func scroll(by distance: Int) {
        scroll(to: top + distance)
        layOut()
    }

    /// Taps a button.
    ///
    /// - Returns: Whether there is one.
    @discardableResult
    public func tap(_ text: String) -> Bool {
        let drawing = drawing
        let buttons = drawing.alert?.buttons ?? drawing.overlay + drawing.lines
        guard let action = buttons.first(where: { $0.text == text })?.onTap else { return false }
        action()
        drawing.alert?.dismiss()
        return true
    }

    /// Waits until something is written that the view has read.
    public func redrawing() async {
        _ = drawing
        await withCheckedContinuation { continuation in
            onRedrawing = { continuation.resume() }
        }
    }

    /// Draws what has changed, and calls `onChange`, `onAppear` and `onDisappear`, as SwiftUI does once in
    /// each turn of the run loop, until nothing changes.
    public func layOut() {
        repeat {
            updateLinesInView()
        } while isDirty
    }

    private func updateLinesInView() {
        let (old, new) = (shown, linesOnScreen)
        shown = new
        let (oldPaths, newPaths) = (Set(old.map(\.path)), Set(new.map(\.path)))
        for line in new where !oldPaths.contains(line.path) { for action in line.onAppear { action() } }
        for line in old where !newPaths.contains(line.path) { for action in line.onDisappear { action() } }
    }

    private var linesOnScreen: [Drawing.Line] {
        let lines = drawing.lines
        guard let height else { return [] }
        top = max(0, min(top, lines.count - height))
        return Array(lines[top..<min(top + height, lines.count)])
    }

    private func scroll(to line: Int) {
        top = max(0, min(line, drawing.lines.count - (height ?? 0)))
    }

    /// Scrolls to the row with an identity: to the top, or only until it is in view.
    private func scroll(toRow id: AnyHashable, isToTop: Bool) {
        guard let line = drawing.lines.firstIndex(where: { $0.path.contains(id) }) else { return }
        if isToTop || line < top { return scroll(to: line) }
        if let height, line >= top + height { scroll(to: line - height + 1) }
    }

    private func markDirty() {
        isDirty = true
        onRedrawing.take()?()
    }

    /// What the view shows, anew whenever something that it has read is written.
    private var drawing: Drawing {
        if isDirty { draw() }
        return drawn
    }

    private func draw() {
        isDirty = false
        let old = drawn.changes
        let proxy = ScrollViewProxy { [weak self] id, isToTop in self?.scroll(toRow: id, isToTop: isToTop) }
        drawn = withObservationTracking {
            var drawing = Drawing(proxy: proxy, memory: memory)
            view.show(on: &drawing, as: "screen")
            return drawing
        } onChange: {
            MainActor.assumeIsolated { self.markDirty() }
        }
        memory.endDrawing()
        for (path, change) in drawn.changes {
            guard let before = old[path]?.value, !isEqual(before, change.value) else { continue }
            change.action(before, change.value)
        }
    }

    private func isEqual<Value: Equatable>(_ one: Value, _ other: any Equatable) -> Bool {
        one == other as? Value
    }
}
