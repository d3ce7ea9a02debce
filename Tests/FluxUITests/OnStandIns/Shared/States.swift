import PagingOperators
import PagingSimulation

/// States for tests of views.
enum States {
    /// The rows of some items, with placeholders around them.
    static func rows(
        _ ids: some Sequence<Int>, _ change: RowChange = .reload, version: Int = 0, before: Int = 0,
        after: Int = 0, target: ScrollTarget? = nil
    ) -> ViewState<SimulatedRow> {
        var state = ViewState(
            items: PagedItems(ids.map { SimulatedRow(id: $0, version: version) }), change: change,
            placeholdersBefore: before, placeholdersAfter: after)
        state.scrollTarget = target
        return state
    }
}
