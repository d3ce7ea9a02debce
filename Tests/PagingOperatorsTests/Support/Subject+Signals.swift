import PagingOperators
import Streams

extension PassthroughSubject where Output == ListSignal {
    /// Sends several signals in order.
    func send(_ first: ListSignal, _ second: ListSignal, _ more: ListSignal...) {
        for signal in [first, second] + more { send(signal) }
    }
}
