// What the printed screens need of SwiftUI, which exists on Apple's platforms only: the same names and argument labels,
// and a list of what is on the screen in place of drawing.

/// A part of a screen.
@MainActor
protocol View {
    associatedtype Body: View

    @ViewBuilder var body: Body { get }

    /// What it draws, for views that are not made of others.
    func draw(on screen: inout SwiftUIScreen.Drawing)
}

extension View {
    func draw(on screen: inout SwiftUIScreen.Drawing) { body.draw(on: &screen) }

    func onAppear(perform action: @escaping () -> Void) -> some View {
        modified { $0.onAppear = action }
    }

    func onDisappear(perform action: @escaping () -> Void) -> some View {
        modified { $0.onDisappear = action }
    }

    /// Changes the lines that it draws.
    private func modified(_ change: @escaping (inout SwiftUIScreen.Element) -> Void) -> some View {
        ModifiedView(content: self) { content, screen in
            let first = screen.elements.count
            content.draw(on: &screen)
            for index in screen.elements.indices.dropFirst(first) { change(&screen.elements[index]) }
        }
    }

    func task(_ action: @escaping @MainActor () async -> Void) -> some View {
        ModifiedView(content: self) { content, screen in
            content.draw(on: &screen)
            screen.task = action
        }
    }

    func refreshable(action: @escaping @MainActor () async -> Void) -> some View {
        ModifiedView(content: self) { content, screen in
            content.draw(on: &screen)
            screen.refresh = action
        }
    }
}

/// A view that draws by itself.
protocol DrawnView: View where Body == Never {}

extension DrawnView {
    var body: Never { return fatalError("\(Self.self) is not made of other views.") }
}

extension Never: View {
    var body: Never { return fatalError("There is no such view.") }
}
