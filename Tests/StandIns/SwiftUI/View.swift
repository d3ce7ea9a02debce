// Apple's declarations, as far as FluxUI uses them.

@MainActor @preconcurrency
public protocol View {
    associatedtype Body: View

    @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: View {
    public var body: Never { fatalError("There is no such view.") }
}

/// What Apple's views that are not made of others do by underscored requirements.
public protocol PrimitiveView: View where Body == Never {}

extension PrimitiveView {
    public var body: Never { fatalError("A stand-in is not shown.") }
}

extension Optional: View where Wrapped: View {
    public var body: Never { fatalError("A stand-in is not shown.") }
}

public struct ModifiedStandIn: PrimitiveView {}

extension View {
    nonisolated public func onAppear(perform action: (() -> Void)? = nil) -> some View { modified }

    nonisolated public func onDisappear(perform action: (() -> Void)? = nil) -> some View { modified }

    nonisolated public func task(
        priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View { modified }

    nonisolated public func onChange<V>(
        of value: V, initial: Bool = false, _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
    ) -> some View where V: Equatable { modified }

    nonisolated public func refreshable(action: @escaping @Sendable () async -> Void) -> some View {
        modified
    }

    nonisolated public func overlay<V>(
        alignment: Alignment = .center, @ViewBuilder content: () -> V
    ) -> some View where V: View { modified }

    nonisolated public func alert<A, M, T>(
        _ title: Text, isPresented: Binding<Bool>, presenting data: T?, @ViewBuilder actions: (T) -> A,
        @ViewBuilder message: (T) -> M
    ) -> some View where A: View, M: View { modified }

    nonisolated private var modified: some View { ModifiedStandIn() }
}

public struct UnitPoint: Hashable, Sendable {
    public static var top: UnitPoint { UnitPoint() }
}

public struct ScrollViewProxy {
    @MainActor @preconcurrency
    public func scrollTo<ID>(_ id: ID, anchor: UnitPoint? = nil) where ID: Hashable {}
}

public struct ScrollViewReader<Content>: View where Content: View {
    public var body: Never { fatalError("A stand-in is not shown.") }

    nonisolated public init(@ViewBuilder content: @escaping (ScrollViewProxy) -> Content) {}
}

public struct Alignment: Equatable, Sendable {
    public static var center: Alignment { Alignment() }
}

@resultBuilder
public struct ViewBuilder {
    public static func buildExpression<Content>(_ content: Content) -> Content where Content: View { content }

    public static func buildBlock() -> EmptyView { EmptyView() }

    public static func buildBlock<Content>(_ content: Content) -> Content where Content: View { content }

    public static func buildBlock<each Content>(
        _ content: repeat each Content
    ) -> TupleView<(repeat each Content)> where repeat each Content: View {
        TupleView((repeat each content))
    }

    public static func buildIf<Content>(_ content: Content?) -> Content? where Content: View { content }

    public static func buildEither<TrueContent, FalseContent>(
        first: TrueContent
    ) -> _ConditionalContent<TrueContent, FalseContent> where TrueContent: View, FalseContent: View {
        _ConditionalContent()
    }

    public static func buildEither<TrueContent, FalseContent>(
        second: FalseContent
    ) -> _ConditionalContent<TrueContent, FalseContent> where TrueContent: View, FalseContent: View {
        _ConditionalContent()
    }
}

public struct EmptyView: PrimitiveView {
    nonisolated public init() {}
}

public struct TupleView<T>: PrimitiveView {
    nonisolated public init(_ value: T) {}
}

// The name is Apple's.
// swift-format-ignore
public struct _ConditionalContent<TrueContent, FalseContent> {
    nonisolated init() {}
}

extension _ConditionalContent: View where TrueContent: View, FalseContent: View {
    public var body: Never { fatalError("A stand-in is not shown.") }
}
