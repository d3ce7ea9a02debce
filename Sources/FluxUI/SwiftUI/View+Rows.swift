#if canImport(SwiftUI)
    import PagingOperators
    import SwiftUI

    extension View {
        /// Reports to a model that the row of this view has appeared, so that it loads further pages.
        ///
        /// - Parameters:
        ///   - row: The number of the row, placeholders included.
        ///   - model: The model.
        @MainActor
        public func onRowAppear<Item>(_ row: Int, of model: PagingModel<Item>) -> some View {
            onAppear { model.shown(row: row) }
        }

        /// Reports to a model that the row of an item has appeared, so that it loads further pages.
        ///
        /// - Parameters:
        ///   - item: The item.
        ///   - model: The model.
        @MainActor
        public func onRowAppear<Item: Identifiable>(_ item: Item, of model: PagingModel<Item>) -> some View {
            onAppear { model.shown(id: item.id) }
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
