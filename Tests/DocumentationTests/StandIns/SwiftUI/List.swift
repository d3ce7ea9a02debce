/// A view for each element of a collection.
struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: DrawnView {
    let data: Data
    let id: KeyPath<Data.Element, ID>
    let content: @MainActor (Data.Element) -> Content

    init(
        _ data: Data, id: KeyPath<Data.Element, ID>,
        @ViewBuilder content: @escaping @MainActor (Data.Element) -> Content
    ) {
        self.data = data
        self.id = id
        self.content = content
    }

    init(_ data: Data, @ViewBuilder content: @escaping @MainActor (Data.Element) -> Content)
    where Data.Element: Identifiable, ID == Data.Element.ID {
        self.init(data, id: \.id, content: content)
    }

    func draw(on screen: inout SwiftUIScreen.Drawing) {
        for element in data {
            let isNew = screen.ids.insert(AnyHashable(element[keyPath: id])).inserted
            precondition(isNew, "Two rows have the same identity.")
            content(element).draw(on: &screen)
        }
    }
}

/// Rows, one below the other.
struct List<Content: View>: DrawnView {
    let content: Content

    init(@ViewBuilder content: () -> Content) { self.content = content() }

    init<Data: RandomAccessCollection, ID: Hashable, Row: View>(
        _ data: Data, id: KeyPath<Data.Element, ID>,
        @ViewBuilder rowContent: @escaping @MainActor (Data.Element) -> Row
    ) where Content == ForEach<Data, ID, Row> {
        content = ForEach(data, id: id, content: rowContent)
    }

    init<Data: RandomAccessCollection, Row: View>(
        _ data: Data, @ViewBuilder rowContent: @escaping @MainActor (Data.Element) -> Row
    ) where Data.Element: Identifiable, Content == ForEach<Data, Data.Element.ID, Row> {
        content = ForEach(data, content: rowContent)
    }

    func draw(on screen: inout SwiftUIScreen.Drawing) { content.draw(on: &screen) }
}
