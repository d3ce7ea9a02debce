import PagingOperators
import Streams
import TestSupport

/// A number line as a synchronous source that finds rows and records its requests.
struct ServedNumbers: PageSource {
    typealias Item = Int
    typealias Failure = Never

    let line: NumberLine
    private let requested = Log<PageRequest<Int>>()

    init(_ line: NumberLine) {
        self.line = line
    }

    init(count: Int, perPage: Int, isCounted: Bool = false) {
        self.init(NumberLine(count: count, perPage: perPage, isCounted: isCounted))
    }

    var requests: [PageRequest<Int>] { requested.entries }

    func page(for request: PageRequest<Int>) -> Just<Page<Int, Int>> {
        requested.append(request)
        return Just(line.page(request.key))
    }

    func key(forRow row: Int) -> Int? { line.key(forRow: row) }
}
