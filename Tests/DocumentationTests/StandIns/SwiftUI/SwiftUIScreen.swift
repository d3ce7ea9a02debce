import Observation
import Testing

/// A screen with a view, and the person before it.
@MainActor
final class SwiftUIScreen {
    /// A line of the screen.
    struct Element {
        var text: String
        var onAppear: (() -> Void)?
        var onDisappear: (() -> Void)?
        var onTap: (@MainActor () -> Void)?
    }

    /// What a view has drawn.
    struct Drawing {
        var elements: [Element] = []
        var ids: Set<AnyHashable> = []
        var task: (@MainActor () async -> Void)?
        var refresh: (@MainActor () async -> Void)?
    }

    private let view: any View
    private var isDirty = true
    private var drawn = Drawing()
    private var onRedrawing: (() -> Void)?

    init(_ view: some View) {
        self.view = view
    }

    /// The lines, from the top.
    var lines: [String] { drawing.elements.map(\.text) }

    /// The view comes onto the screen.
    func appear() async { await drawing.task?() }

    /// The list is pulled down.
    func pull() async { await drawing.refresh?() }

    /// A line comes into view.
    func show(_ line: Int) { drawing.elements[line].onAppear?() }

    /// A line goes out of view.
    func hide(_ line: Int) { drawing.elements[line].onDisappear?() }

    /// A button is tapped.
    func tap(_ text: String) throws {
        let button = try #require(drawing.elements.first { $0.text == text })
        button.onTap?()
    }

    /// Waits until something is written that the view has read.
    func redrawing() async {
        _ = drawing
        await withCheckedContinuation { continuation in
            onRedrawing = { continuation.resume() }
        }
    }

    private func markDirty() {
        isDirty = true
        onRedrawing.take()?()
    }

    /// What the view draws, anew whenever something that it has read is written.
    private var drawing: Drawing {
        if isDirty {
            isDirty = false
            drawn = withObservationTracking {
                var drawing = Drawing()
                view.draw(on: &drawing)
                return drawing
            } onChange: {
                MainActor.assumeIsolated { self.markDirty() }
            }
        }
        return drawn
    }
}
