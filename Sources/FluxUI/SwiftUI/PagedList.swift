#if canImport(SwiftUI)
    import PagingOperators
    import SwiftUI

    /// A list of a model's items that loads further pages as it is scrolled.
    ///
    /// ```swift
    /// struct UserScreen: View {
    ///     @State private var model = PagingModel(threshold: 5, from: users)
    ///
    ///     var body: some View {
    ///         PagedList(model) { user in
    ///             Text(user.login)
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// The list loads its first page when it appears, reports the rows in view, can be pulled to refresh, and
    /// shows placeholders, the state of further pages below its last row, and that of the first page. It
    /// scrolls to the rows of jumps, ``PagingModel/jump(toRow:)``. It iterates over the model's rows without
    /// a copy. For other layouts, use `ForEach` with ``PagingModel/rows`` and `onRowAppear(_:of:)`.
    public struct PagedList<Item: Identifiable & Sendable, Row: View, Footer: View>: View {
        private let model: PagingModel<Item>
        private let row: (Item) -> Row
        private let footer: (ListFooter) -> Footer

        /// Creates a list with a footer of its own.
        ///
        /// - Parameters:
        ///   - model: The model.
        ///   - row: Makes the view of an item.
        ///   - footer: Makes the view below the last row.
        public init(
            _ model: PagingModel<Item>, @ViewBuilder row: @escaping (Item) -> Row,
            @ViewBuilder footer: @escaping (ListFooter) -> Footer
        ) {
            self.model = model
            self.row = row
            self.footer = footer
        }

        public var body: some View {
            ScrollViewReader { proxy in
                List {
                    ForEach(model.rows) { feedRow in
                        rowView(feedRow).onRowAppear(feedRow, of: model)
                    }
                    footer(model.footer)
                }
                .overlay { firstPage }
                .task { [model] in model.loadInitial() }
                .onChange(of: ObjectIdentifier(model)) { _, _ in model.loadInitial() }
                .refreshable { [model] in await model.refresh() }
                .onChange(of: model.newScrollTarget) { _, new in
                    if let new { scroll(to: new.target, by: proxy) }
                }
            }
        }

        /// Shows the row of a jump at the top, and a row whose number has changed wherever it becomes
        /// visible.
        private func scroll(to target: ScrollTarget, by proxy: ScrollViewProxy) {
            guard target.row < model.rows.count else { return }
            proxy.scrollTo(model.rows[target.row].id, anchor: target.isJump ? .top : nil)
        }

        @ViewBuilder
        private func rowView(_ feedRow: FeedRow<Item>) -> some View {
            if let item = feedRow.item {
                row(item)
            } else {
                ProgressView()
            }
        }

        @ViewBuilder
        private var firstPage: some View {
            switch model.phase {
            case .firstLoad: ProgressView()
            case .failed: Button("Try Again") { model.retry() }
            default: EmptyView()
            }
        }
    }

    extension PagedList where Footer == PagedListFooter {
        /// Creates a list with the usual footer: a spinner while a page is loaded, and a button when it has
        /// failed.
        ///
        /// - Parameters:
        ///   - model: The model.
        ///   - row: Makes the view of an item.
        public init(_ model: PagingModel<Item>, @ViewBuilder row: @escaping (Item) -> Row) {
            self.init(model, row: row) { footer in
                PagedListFooter(footer) { model.retry() }
            }
        }
    }

    /// The view below the last row of a list: a spinner while a page is loaded, and a button when it has
    /// failed.
    public struct PagedListFooter: View {
        private let footer: ListFooter
        private let retry: @MainActor () -> Void

        /// Creates a footer.
        ///
        /// - Parameters:
        ///   - footer: The content below the last row, from ``PagingModel/footer``.
        ///   - retry: Retries the page that has failed.
        public init(_ footer: ListFooter, retry: @escaping @MainActor () -> Void) {
            self.footer = footer
            self.retry = retry
        }

        public var body: some View {
            switch footer {
            case .loading: ProgressView()
            case .failed: Button("Try Again", action: retry)
            case .none, .end: EmptyView()
            }
        }
    }
#endif
