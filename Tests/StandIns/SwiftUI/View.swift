// Apple's declarations, as far as FluxUI and the documentation use them, and a list of what is on the screen
// in place of drawing.

@MainActor @preconcurrency
public protocol View {
    associatedtype Body: View

    @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: View {
    public var body: Never { fatalError("There is no such view.") }
}

/// What Apple's views that are not made of others do by underscored requirements.
public protocol PrimitiveView: View where Body == Never {
    /// Adds what the view shows.
    @MainActor func draw(on drawing: inout Drawing)
}

extension PrimitiveView {
    public var body: Never { fatalError("\(Self.self) is not made of other views.") }
}

extension Optional: View where Wrapped: View {
    public var body: Never { fatalError("\(Self.self) is not made of other views.") }
}

extension Optional: PrimitiveView where Wrapped: View {
    public func draw(on drawing: inout Drawing) { self?.show(on: &drawing, as: "some") }
}

extension View {
    /// Adds what the view shows, made of others or not.
    func show(on drawing: inout Drawing, as part: AnyHashable) {
        drawing.path.append(part)
        if let view = self as? any PrimitiveView {
            view.draw(on: &drawing)
        } else {
            drawing.memory?.connect(self, at: drawing.path)
            body.show(on: &drawing, as: "body")
        }
        drawing.path.removeLast()
    }
}

/// A view with a modifier.
public struct ModifiedView<Content: View> {
    let content: Content
    let modifier: ViewModifier
}

extension ModifiedView: PrimitiveView {
    public func draw(on drawing: inout Drawing) {
        let first = drawing.lines.count
        content.show(on: &drawing, as: "content")
        switch modifier {
        case .onAppear(let action):
            for index in drawing.lines.indices.dropFirst(first) {
                drawing.lines[index].onAppear.append(action)
            }
        case .onDisappear(let action):
            for index in drawing.lines.indices.dropFirst(first) {
                drawing.lines[index].onDisappear.append(action)
            }
        case .task(let action): drawing.tasks.append(action)
        case .refreshable(let action): drawing.refresh = action
        case .onChange(let value, let action): drawing.changes[drawing.path] = (value, action)
        case .overlay(let view):
            var above = Drawing(proxy: drawing.proxy)
            view.show(on: &above, as: "overlay")
            drawing.overlay += above.lines
        case .alert(let alert): if let alert = alert() { drawing.alert = alert }
        }
    }
}

/// A view whose lines appear again if its identity changes.
public struct IdentifiedView<Content: View> {
    let content: Content
    let id: AnyHashable
}

extension IdentifiedView: PrimitiveView {
    public func draw(on drawing: inout Drawing) { content.show(on: &drawing, as: id) }
}

enum ViewModifier {
    case onAppear(() -> Void)
    case onDisappear(() -> Void)
    case task(@Sendable () async -> Void)
    case refreshable(@Sendable () async -> Void)
    case onChange(any Equatable, (_ old: Any, _ new: Any) -> Void)
    case overlay(any View)
    case alert(@MainActor () -> Drawing.Alert?)
}

extension View {
    nonisolated public func onAppear(perform action: (() -> Void)? = nil) -> some View {
        modified(.onAppear(action ?? {}))
    }

    nonisolated public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
        modified(.onDisappear(action ?? {}))
    }

    nonisolated public func task(
        priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View { modified(.task(action)) }

    nonisolated public func onChange<V>(
        of value: V, initial: Bool = false, _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
    ) -> some View where V: Equatable {
        modified(
            .onChange(value) { old, new in
                if let old = old as? V, let new = new as? V { action(old, new) }
            })
    }

    nonisolated public func refreshable(action: @escaping @Sendable () async -> Void) -> some View {
        modified(.refreshable(action))
    }

    nonisolated public func overlay<V>(
        alignment: Alignment = .center, @ViewBuilder content: () -> V
    ) -> some View where V: View { modified(.overlay(content())) }

    @MainActor
    public func alert<A, M, T>(
        _ title: Text, isPresented: Binding<Bool>, presenting data: T?,
        @ViewBuilder actions: @escaping (T) -> A, @ViewBuilder message: @escaping (T) -> M
    ) -> some View where A: View, M: View {
        modified(
            .alert {
                guard isPresented.wrappedValue, let data else { return nil }
                var content = Drawing(proxy: ScrollViewProxy())
                actions(data).show(on: &content, as: "actions")
                let buttons = content.lines
                content.lines = []
                message(data).show(on: &content, as: "message")
                return Drawing.Alert(
                    title: title.text, message: content.lines.map(\.text).joined(separator: "\n"),
                    buttons: buttons, dismiss: { isPresented.wrappedValue = false })
            })
    }

    nonisolated public func id(_ id: some Hashable) -> some View {
        IdentifiedView(content: self, id: AnyHashable(id))
    }

    nonisolated private func modified(_ modifier: ViewModifier) -> some View {
        ModifiedView(content: self, modifier: modifier)
    }
}

public struct Alignment: Equatable, Sendable {
    public static var center: Alignment { Alignment() }
}

@propertyWrapper
public struct Binding<Value> {
    private let get: () -> Value
    private let set: (Value) -> Void

    public var wrappedValue: Value {
        get { get() }
        nonmutating set { set(newValue) }
    }

    @preconcurrency
    public init(
        get: @escaping @isolated(any) @Sendable () -> Value,
        set: @escaping @isolated(any) @Sendable (Value) -> Void
    ) {
        // The stand-in calls both on the main actor.
        self.get = unsafeBitCast(get, to: (@Sendable () -> Value).self)
        self.set = unsafeBitCast(set, to: (@Sendable (Value) -> Void).self)
    }
}
