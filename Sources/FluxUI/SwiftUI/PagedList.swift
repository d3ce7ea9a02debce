#if canImport(SwiftUI)
    import PagingOperators
    import SwiftUI

    /// A list of a model's items that loads further pages as it is scrolled.
    ///
    /// ```swift
    /// struct UserScreen: View {
    ///     @State private var model = PagingModel { signals in
    ///         signals.paginate(threshold: 5, from: users).dedupe(by: \.id)
    ///     }
    ///
    ///     var body: some View {
    ///         PagedList(model) { user in
    ///             Text(user.login)
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// The list loads its first page when it appears, reports the rows in view, and can be pulled to refresh.
    /// It shows placeholders, the state of the first page, and below its last row the state of further pages.
    /// When the page before the first row has failed, there is a button above that row. Placeholders whose
    /// load has failed are buttons, too. The list scrolls to the rows of jumps, ``PagingModel/jump(toRow:)``.
    /// It begins at the first row that was reported last, at the row of an earlier jump, or at the first
    /// loaded row. It iterates over the model's rows without a copy. For other layouts, use `ForEach` with
    /// ``PagingModel/rows`` and `onRowAppear(_:of:)`.
    ///
    /// A model that replaces another is shown as another list: all rows are new, and nothing is animated.
    ///
    /// Each item needs an identity of its own, as `ForEach` does: `dedupe(by:)` hides items that a source
    /// repeats, as where rows are inserted on the server between two pages.
    ///
    /// Where rows are inserted or removed before those in view, it scrolls to the first row that was in view.
    /// SwiftUI scrolls to whole rows only: a row that was partly above the top is then shown from its top.
    public struct PagedList<Item: Identifiable & Sendable, Row: View, Footer: View>: View {
        private let model: PagingModel<Item>
        private let row: (Item) -> Row
        private let footer: (ListFooter) -> Footer

        @State private var place = PagedListPlace<Item>()

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
                    if place.hasHeader { retryButton }
                    ForEach(model.rows) { feedRow in
                        rowView(feedRow).onRowAppear(feedRow, of: model)
                    }
                    footer(model.footer)
                }
                // Rows that two models have appear again when the other one is shown.
                .id(ObjectIdentifier(model))
                .overlay { firstPage }
                .task { [model, place] in
                    place.follow(model)
                    model.loadInitial()
                }
                .onChange(of: ObjectIdentifier(model)) { _, _ in
                    place.follow(model)
                    model.loadInitial()
                }
                .refreshable { [model] in await model.refresh() }
                .onChange(of: place.scrollsAtDrawing()) { _, _ in scroll(by: proxy) }
            }
        }

        /// Shows the row at the top that belongs there in the latest state.
        private func scroll(by proxy: ScrollViewProxy) {
            guard let row = place.takeRow(), row < model.rows.count else { return }
            proxy.scrollTo(model.rows[row].id, anchor: .top)
        }

        @ViewBuilder
        private func rowView(_ feedRow: FeedRow<Item>) -> some View {
            if let item = feedRow.item {
                row(item)
            } else {
                // One row, which does not appear again when the load of its page fails.
                HStack {
                    if hasFailed(feedRow) { retryButton } else { ProgressView() }
                }
            }
        }

        /// Whether a placeholder stays because its load has failed.
        private func hasFailed(_ placeholder: FeedRow<Item>) -> Bool {
            let isBefore = placeholder.number < model.rows.placeholdersBefore
            return place.failedPlaceholders[isBefore ? .start : .end]
        }

        @ViewBuilder
        private var firstPage: some View {
            switch model.phase {
            // Not before the first source of a search.
            case .firstLoad where model.isLoading || model.isPaging: ProgressView()
            case .failed: retryButton
            default: EmptyView()
            }
        }

        private var retryButton: some View { Button("Try Again") { model.retry() } }
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
