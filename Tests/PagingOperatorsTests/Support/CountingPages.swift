import PagingOperators
import Streams

/// A source that counts from zero and answers synchronously.
struct CountingPages: PageSource {
    typealias Item = Int
    typealias Failure = Never

    let count: Int
    let perPage: Int

    func page(for request: PageRequest<Int>) -> Just<Page<Int, Int>> {
        let first = request.key ?? 0
        let end = min(count, first + perPage)
        return Just(Page(Array(first..<end), next: end < count ? end : nil, total: count))
    }
}
