@resultBuilder
public struct ViewBuilder {
    public static func buildExpression<Content>(_ content: Content) -> Content where Content: View { content }

    public static func buildBlock() -> EmptyView { EmptyView() }

    public static func buildBlock<Content>(_ content: Content) -> Content where Content: View { content }

    public static func buildBlock<each Content>(
        _ content: repeat each Content
    ) -> TupleView<(repeat each Content)> where repeat each Content: View {
        var views: [any View] = []
        for view in repeat each content { views.append(view) }
        return TupleView(views)
    }

    public static func buildIf<Content>(_ content: Content?) -> Content? where Content: View { content }

    public static func buildEither<TrueContent, FalseContent>(
        first: TrueContent
    ) -> _ConditionalContent<TrueContent, FalseContent> where TrueContent: View, FalseContent: View {
        .first(first)
    }

    public static func buildEither<TrueContent, FalseContent>(
        second: FalseContent
    ) -> _ConditionalContent<TrueContent, FalseContent> where TrueContent: View, FalseContent: View {
        .second(second)
    }
}

public struct EmptyView {
    nonisolated public init() {}
}

extension EmptyView: PrimitiveView {
    public func draw(on drawing: inout Drawing) {}
}

public struct TupleView<T> {
    private let views: [any View]

    nonisolated init(_ views: [any View]) { self.views = views }
}

extension TupleView: PrimitiveView {
    public func draw(on drawing: inout Drawing) {
        for (index, view) in views.enumerated() { view.show(on: &drawing, as: index) }
    }
}

// The name is Apple's.
// swift-format-ignore
public enum _ConditionalContent<TrueContent, FalseContent> {
    case first(TrueContent)
    case second(FalseContent)
}

extension _ConditionalContent: View where TrueContent: View, FalseContent: View {
    public var body: Never { fatalError("\(Self.self) is not made of other views.") }
}

extension _ConditionalContent: PrimitiveView where TrueContent: View, FalseContent: View {
    public func draw(on drawing: inout Drawing) {
        switch self {
        case .first(let view): view.show(on: &drawing, as: true)
        case .second(let view): view.show(on: &drawing, as: false)
        }
    }
}
