/// Puts views together.
@resultBuilder
@MainActor
enum ViewBuilder {
    static func buildBlock() -> EmptyView { EmptyView() }
    static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<
        repeat each Content
    > {
        TupleView(content: (repeat each content))
    }
    static func buildEither<First: View, Second: View>(first: First) -> EitherView<First, Second> {
        .first(first)
    }
    static func buildEither<First: View, Second: View>(second: Second) -> EitherView<First, Second> {
        .second(second)
    }
    static func buildOptional<Content: View>(_ content: Content?) -> EitherView<Content, EmptyView> {
        content.map { .first($0) } ?? .second(EmptyView())
    }
}

struct EmptyView: DrawnView {
    func draw(on screen: inout SwiftUIScreen.Drawing) {}
}

struct TupleView<each Content: View>: DrawnView {
    let content: (repeat each Content)

    func draw(on screen: inout SwiftUIScreen.Drawing) {
        for part in repeat each content { part.draw(on: &screen) }
    }
}

enum EitherView<First: View, Second: View>: DrawnView {
    case first(First)
    case second(Second)

    func draw(on screen: inout SwiftUIScreen.Drawing) {
        switch self {
        case .first(let view): view.draw(on: &screen)
        case .second(let view): view.draw(on: &screen)
        }
    }
}

struct ModifiedView<Content: View>: DrawnView {
    let content: Content
    let draw: @MainActor (Content, inout SwiftUIScreen.Drawing) -> Void

    func draw(on screen: inout SwiftUIScreen.Drawing) { draw(content, &screen) }
}
