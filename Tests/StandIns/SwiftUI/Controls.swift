public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation {
    let text: String

    public init(stringLiteral value: String) { text = value }
}

public struct Text {
    let text: String

    nonisolated public init(verbatim content: String) { text = content }

    nonisolated public init(_ key: LocalizedStringKey) { text = key.text }

    @_disfavoredOverload
    nonisolated public init<S>(_ content: S) where S: StringProtocol { text = String(content) }
}

extension Text: PrimitiveView {
    public func draw(on drawing: inout Drawing) { drawing.add(text) }
}

public struct ProgressView<Label, CurrentValueLabel> {}

extension ProgressView where CurrentValueLabel == EmptyView {
    nonisolated public init() where Label == EmptyView {}
}

extension ProgressView: View where Label: View, CurrentValueLabel: View {
    public var body: Never { fatalError("A spinner is not made of other views.") }
}

extension ProgressView: PrimitiveView where Label: View, CurrentValueLabel: View {
    public func draw(on drawing: inout Drawing) { drawing.add("spinner") }
}

public struct Button<Label> {
    let title: String
    let action: @MainActor () -> Void
}

extension Button: View where Label: View {
    public var body: Never { fatalError("A button is not made of other views.") }
}

extension Button: PrimitiveView where Label: View {
    public func draw(on drawing: inout Drawing) { drawing.add(title, onTap: action) }
}

extension Button where Label == Text {
    nonisolated public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {
        self.init(title: titleKey.text, action: action)
    }

    @_disfavoredOverload
    nonisolated public init<S>(_ title: S, action: @escaping @MainActor () -> Void) where S: StringProtocol {
        self.init(title: String(title), action: action)
    }
}

/// Views beside each other: one line, which stays the same one when they change.
public struct HStack<Content> {
    private let content: Content

    nonisolated public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

extension HStack: View where Content: View {
    public var body: Never { fatalError("A stack is not made of other views.") }
}

extension HStack: PrimitiveView where Content: View {
    public func draw(on drawing: inout Drawing) {
        var row = Drawing(proxy: drawing.proxy, memory: drawing.memory)
        row.path = drawing.path
        content.show(on: &row, as: "content")
        drawing.add(
            row.lines.map(\.text).joined(separator: " "), onTap: row.lines.lazy.compactMap(\.onTap).first)
    }
}
