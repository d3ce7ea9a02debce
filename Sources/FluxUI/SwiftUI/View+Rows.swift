#if canImport(SwiftUI)
    import PagingOperators
    import SwiftUI

    extension View {
        /// Reports to a model that the row of this view has appeared, so that it loads further pages. For
        /// items without an identity: only the row that appeared last is reported, not all rows in view.
        ///
        /// - Parameters:
        ///   - row: The number of the row, placeholders included.
        ///   - model: The model.
        @MainActor
        public func onRowAppear<Item>(_ row: Int, of model: PagingModel<Item>) -> some View {
            onAppear { model.shown(row: row) }
        }

        /// Reports to a model when the row of this view appears and disappears, so that it loads further
        /// pages, and keeps the rows in view loaded.
        ///
        /// - Parameters:
        ///   - row: The row, one of the model's ``PagingModel/rows``.
        ///   - model: The model.
        @MainActor
        public func onRowAppear<Item: Identifiable>(
            _ row: FeedRow<Item>, of model: PagingModel<Item>
        ) -> some View {
            reportAppearance(of: row.id, to: model)
        }

        /// Reports to a model when the row of an item appears and disappears, so that it loads further pages,
        /// and keeps the rows in view loaded.
        ///
        /// - Parameters:
        ///   - item: The item.
        ///   - model: The model.
        @MainActor
        public func onRowAppear<Item: Identifiable>(_ item: Item, of model: PagingModel<Item>) -> some View {
            reportAppearance(of: .item(item.id), to: model)
        }

        @MainActor
        private func reportAppearance<Item: Identifiable>(
            of row: FeedRow<Item>.ID, to model: PagingModel<Item>
        ) -> some View {
            onAppear { model.appeared(row) }
                .onDisappear { model.disappeared(row) }
        }

        /// Presents an alert for each load of a model that has failed, once.
        ///
        /// - Parameters:
        ///   - title: The title of the alert.
        ///   - model: The model. Its failure is acknowledged when the alert is dismissed.
        @MainActor
        public func failureAlert<Item>(_ title: Text, of model: PagingModel<Item>) -> some View {
            let failure = model.newFailure
            let isPresented = Binding(
                get: { @MainActor in model.newFailure != nil },
                set: { @MainActor isPresented in
                    if !isPresented, let failure { model.acknowledge(failure) }
                })
            return alert(title, isPresented: isPresented, presenting: failure) { failure in
                Button("OK") { model.acknowledge(failure) }
                Button("Try Again") { model.retry() }
            } message: { failure in
                Text(verbatim: failure.error.localizedDescription)
            }
        }
    }
#endif
