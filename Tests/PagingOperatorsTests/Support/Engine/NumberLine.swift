import PagingOperators

/// The numbers from zero, in pages whose key is their first number.
struct NumberLine: Sendable {
    let count: Int
    var perPage = 10
    /// Whether pages report counts.
    var isCounted = false
    /// Whether pages have previous keys.
    var isTwoWay = true

    func page(_ key: Int?) -> Page<Int, Int> {
        let first = key ?? 0
        let end = min(count, first + perPage)
        return Page(
            Array(first..<end), previous: isTwoWay && first > 0 ? max(0, first - perPage) : nil,
            next: end < count ? end : nil, total: isCounted ? count : nil,
            itemsBefore: isCounted ? first : nil)
    }

    func key(forRow row: Int) -> Int { min(row, count - 1) / perPage * perPage }
}

extension EngineDriver where Input == Int {
    /// Shows the last item and loads what that needs, a number of times.
    mutating func showLastItem(of line: NumberLine, times: Int = 1) {
        for _ in 0..<times {
            send(.shown(row: state.placeholdersBefore + state.items.count - 1))
            settle(with: line)
        }
    }

    /// Answers all loads, including those that the answers cause.
    mutating func settle(with line: NumberLine) {
        while let index = runningIndices.first {
            answer(line.page(loads[index].request.key), to: index)
        }
    }
}

extension EngineDriver<Int, Int> {
    /// A list with its first page loaded.
    static func loaded(
        _ rules: PagingRules, from line: NumberLine, startingAt key: Int? = nil, findsRows: Bool = false,
        difference: RowDifference<Int>? = nil
    ) -> Self {
        var list = Self(
            rules, transform: IdentityTransform<Int>(), start: PagingStart(key: key, keepsItems: true),
            difference: difference,
            keyForRow: { findsRows ? line.key(forRow: $0) : nil })
        list.start()
        list.answer(line.page(key))
        return list
    }
}
