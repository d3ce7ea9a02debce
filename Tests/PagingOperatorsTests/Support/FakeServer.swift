import Streams
import TestSupport

/// A list of numbers behind an API, with its requests.
final class FakeServer: Sendable {
    let count: Int
    /// The maximum number of items per response, whatever the limit.
    let cap: Int
    private let requested = Log<[Int]>()

    init(count: Int, cap: Int = .max) {
        self.count = count
        self.cap = cap
    }

    /// The parameters of each request; `-1` stands for no number, a negative limit for items before a number.
    var requests: [[Int]] { requested.entries }

    func offset(_ offset: Int, limit: Int) -> [Int] {
        requested.append([offset, limit])
        return rows(from: offset, limit)
    }

    /// Returns a page, counted from 1; a server that caps its pages counts capped pages.
    func page(_ number: Int, size: Int, first: Int = 1) -> [Int] {
        requested.append([number, size])
        return rows(from: (number - first) * min(size, cap), size)
    }

    func since(_ id: Int?, limit: Int) -> [Int] {
        requested.append([id ?? -1, limit])
        return rows(from: id.map { $0 + 1 } ?? 0, limit)
    }

    func before(_ id: Int, limit: Int) -> [Int] {
        requested.append([id, -limit])
        let end = max(0, min(id, count))
        return rows(from: max(0, end - min(limit, cap)), min(limit, end))
    }

    private func rows(from start: Int, _ limit: Int) -> [Int] {
        start < count ? Array(start..<min(count, start + min(limit, cap))) : []
    }
}
