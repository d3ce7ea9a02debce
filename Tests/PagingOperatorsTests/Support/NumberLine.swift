import PagingOperators
import Streams

/// The numbers from zero in pages that know those before and after them. It answers at once, and writes down what it
/// is asked for. A page's key is its first number.
struct NumberLine: PageSource {
    typealias Item = Int
    typealias Failure = Never

    let count: Int
    let perPage: Int
    /// Whether pages say how many items the line has.
    var isCounted = false
    private let asked = Collected<PageRequest<Int>>()

    init(count: Int, perPage: Int, isCounted: Bool = false) {
        self.count = count
        self.perPage = perPage
        self.isCounted = isCounted
    }

    var requests: [PageRequest<Int>] { asked.all }

    func page(for request: PageRequest<Int>) -> Just<Page<Int, Int>> {
        asked.add(request)
        return Just(page(at: request.key ?? 0))
    }

    func key(forRow row: Int) -> Int? {
        row < count ? row / perPage * perPage : nil
    }

    func page(at first: Int) -> Page<Int, Int> {
        let end = min(count, first + perPage)
        return Page(
            Array(first..<end), previous: first > 0 ? max(0, first - perPage) : nil,
            next: end < count ? end : nil, itemsBefore: isCounted ? first : nil,
            itemsAfter: isCounted ? count - end : nil)
    }
}
