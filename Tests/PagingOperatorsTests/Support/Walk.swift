import Streams

@testable import PagingOperators

/// Reads a list to its end, always showing the last row.
///
/// - Returns: The last state: at the end, or failed.
func walk<Source: PageSource>(_ source: Source) async -> ViewState<Source.Item> {
    let signals = PassthroughSubject<ListSignal, Never>()
    var last = ViewState<Source.Item>()
    for await state in signals.paginate(threshold: 1, from: source).values {
        last = state
        if state.append.isEnd || state.error != nil { break }
        if !state.isLoading, !state.isPaging { signals.send(.shown(row: max(0, state.items.count - 1))) }
    }
    return last
}
