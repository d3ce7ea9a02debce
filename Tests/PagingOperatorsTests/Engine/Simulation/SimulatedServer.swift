import PagingOperators

/// A server with random pages: of any size, with rows repeated within and across them, some empty.
struct SimulatedServer {
    private(set) var pages: [[Int]] = []
    private let tellsTotal: Bool

    init(with random: inout SeededGenerator) {
        tellsTotal = random.chance(30)
        let repeats = random.chance(50)
        var next = 0
        for _ in 0..<1 + random.number(below: 6) {
            var page: [Int] = []
            for _ in 0..<random.number(below: 5) {
                if repeats && random.chance(40) {
                    page.append(random.number(below: 6))
                } else {
                    page.append(100 + next)
                    next += 1
                }
            }
            pages.append(page)
        }
    }

    /// The page of a request; its key is its number, which the first request does not know.
    func page(_ key: Int?) -> Page<Int, Int> {
        let number = key ?? 0
        // The list may have become shorter since the key was handed out.
        guard number < pages.count else { return Page([], next: nil) }
        return Page(
            pages[number], next: number + 1 < pages.count ? number + 1 : nil,
            total: tellsTotal ? pages.reduce(0) { $0 + $1.count } : nil)
    }

    /// All rows, each once, in order.
    var rows: [Int] {
        var rows: [Int] = []
        for item in pages.joined() where !rows.contains(item) { rows.append(item) }
        return rows
    }
}
