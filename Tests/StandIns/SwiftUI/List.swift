/// A view for each element of a collection.
public struct ForEach<Data, ID, Content> where Data: RandomAccessCollection, ID: Hashable {
    public var data: Data
    public var content: (Data.Element) -> Content
    let id: (Data.Element) -> ID
}

extension ForEach: View where Content: View {
    public var body: Never { fatalError("A list is not made of other views.") }
}

extension ForEach: PrimitiveView where Content: View {
    public func draw(on drawing: inout Drawing) {
        var ids: Set<ID> = []
        for element in data {
            let id = id(element)
            precondition(ids.insert(id).inserted, "Two rows have the same identity: \(id).")
            content(element).show(on: &drawing, as: AnyHashable(id))
        }
    }
}

extension ForEach where ID == Data.Element.ID, Content: View, Data.Element: Identifiable {
    nonisolated public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
        self.init(data: data, content: content, id: { $0.id })
    }
}

extension ForEach where Content: View {
    nonisolated public init(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
    ) {
        self.init(data: data, content: content, id: { $0[keyPath: id] })
    }
}

/// Rows, one below the other.
public struct List<SelectionValue, Content> {
    let content: Content
}

extension List: View where SelectionValue: Hashable, Content: View {
    public var body: Never { fatalError("A list is not made of other views.") }
}

extension List: PrimitiveView where SelectionValue: Hashable, Content: View {
    public func draw(on drawing: inout Drawing) { content.show(on: &drawing, as: "list") }
}

extension List where SelectionValue == Never, Content: View {
    nonisolated public init(@ViewBuilder content: () -> Content) { self.init(content: content()) }

    nonisolated public init<Data, RowContent>(
        _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
    )
    where
        Content == ForEach<Data, Data.Element.ID, RowContent>, Data: RandomAccessCollection, RowContent: View,
        Data.Element: Identifiable
    {
        self.init(content: ForEach(data, content: rowContent))
    }
}

public struct UnitPoint: Hashable, Sendable {
    public static var top: UnitPoint { UnitPoint() }
}

public struct ScrollViewProxy {
    var scroll: @MainActor (_ id: AnyHashable, _ isToTop: Bool) -> Void = { _, _ in }

    @MainActor @preconcurrency
    public func scrollTo<ID>(_ id: ID, anchor: UnitPoint? = nil) where ID: Hashable {
        scroll(AnyHashable(id), anchor == .top)
    }
}

public struct ScrollViewReader<Content> {
    let content: (ScrollViewProxy) -> Content
}

extension ScrollViewReader: View where Content: View {
    public var body: Never { fatalError("A reader is not made of other views.") }

    nonisolated public init(@ViewBuilder content: @escaping (ScrollViewProxy) -> Content) {
        self.content = content
    }
}

extension ScrollViewReader: PrimitiveView where Content: View {
    public func draw(on drawing: inout Drawing) {
        content(drawing.proxy).show(on: &drawing, as: "reader")
    }
}
