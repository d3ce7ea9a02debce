/// A line of text.
struct Text: DrawnView {
    let text: String

    init(_ text: String) { self.text = text }

    func draw(on screen: inout SwiftUIScreen.Drawing) { screen.elements.append(.init(text: text)) }
}

/// A spinner.
struct ProgressView: DrawnView {
    func draw(on screen: inout SwiftUIScreen.Drawing) { screen.elements.append(.init(text: "spinner")) }
}

/// A button.
struct Button: DrawnView {
    let title: String
    let action: @MainActor () -> Void

    init(_ title: String, action: @escaping @MainActor () -> Void) {
        self.title = title
        self.action = action
    }

    func draw(on screen: inout SwiftUIScreen.Drawing) {
        screen.elements.append(.init(text: title, onTap: action))
    }
}
