import SeededRandom
import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// Random walks over random lists of pages, compared with a model that states what must hold at rest.
struct PageWalkTests {
    @Test func randomWalksAgreeWithTheModel() {
        Seeds.forEach(3_000) { random in
            var model = WalkModel(&random)
            for _ in 0..<60 where !model.isFinished {
                model.step(&random)
                try model.check()
            }
        }
    }

    @Test func modelReachesEveryEnd() {
        var random = SeededGenerator(seed: 1)
        var ends: [WalkModel.End: Int] = [:]
        for _ in 0..<500 {
            var model = WalkModel(&random)
            while !model.isFinished { model.step(&random) }
            ends[model.end, default: 0] += 1
        }
        #expect(ends.count == 3)
        #expect(ends.values.allSatisfy { $0 > 20 })
    }
}

/// A walk over a list of pages, and what is to be observed of it.
private struct WalkModel {
    enum End: Hashable {
        case last, failure, repeatedKey
    }

    struct Mismatch: Error, CustomStringConvertible {
        let description: String
    }

    /// The items of each page. The last one names `end`.
    let pages: [[Int]]
    let end: End
    let prefetch: Int

    private var walk: PageWalk<Int, Int, TestError>
    private var requested = Subscribers.Demand.none
    private var delivered: [Int] = []
    private var requests: [PageRequest<Int>] = []
    private var arrivedCount = 0
    private var completion: PageWalk<Int, Int, TestError>.Completion?
    private(set) var isFinished = false

    init(_ random: inout SeededGenerator) {
        var item = 0
        pages = (0..<1 + random.number(below: 6)).map { _ in
            let count = random.chance(30) ? 0 : 1 + random.number(below: 4)
            defer { item += count }
            return Array(item..<item + count)
        }
        end = random.chance(60) ? .last : random.chance(50) ? .failure : .repeatedKey
        prefetch = random.number(below: 4)
        walk = PageWalk(
            startingWith: PageRequest(key: 0, direction: .refresh), prefetch: prefetch,
            allowsRepeatedKeys: false)
    }

    mutating func step(_ random: inout SeededGenerator) {
        if isLoading, random.chance(50) {
            answer()
        } else {
            let more = random.chance(5) ? Subscribers.Demand.unlimited : .max(random.number(below: 4))
            requested += more
            walk.request(more)
        }
        while let action = walk.nextAction() {
            switch action {
            case .deliver(let item): delivered.append(item)
            case .load(let request): requests.append(request)
            case .finish(let completion):
                self.completion = completion
                isFinished = true
            }
        }
    }

    private var isLoading: Bool { requests.count > arrivedCount }

    private mutating func answer() {
        let index = arrivedCount
        arrivedCount += 1
        if index < pages.count {
            let isLast = index == pages.count - 1
            walk.take(
                pages[index],
                next: isLast && end == .last ? nil : isLast && end == .repeatedKey ? index : index + 1)
        } else {
            walk.fail(.source(.boom))
        }
    }

    func check() throws(Mismatch) {
        let loaded = pages.prefix(arrivedCount)
        let available = loaded.joined().count
        let count = requested == .unlimited ? available : min(available, requested.max ?? 0)
        try expect(delivered == Array(0..<count), "delivered \(delivered), not \(count) items")

        let hasEnded = end == .failure ? arrivedCount > pages.count : arrivedCount == pages.count
        try expect(isFinished == (hasEnded && count == available), "finished: \(isFinished)")
        if isFinished { try expect(isExpectedEnd, "finished with \(String(describing: completion))") }

        let current = loaded.firstIndex { $0.last.map { $0 >= count - 1 } ?? false } ?? 0
        let ahead = loaded.indices.filter { !loaded[$0].isEmpty && (count == 0 || $0 > current) }.count
        let isStarved = count == available && requested > .max(count)
        let mustLoad = !hasEnded && requested > .none && (isStarved || ahead < prefetch)
        try expect(isLoading == mustLoad, "loading: \(isLoading), \(ahead) pages ahead")
        let expected = (0..<requests.count).map {
            PageRequest(key: $0, direction: $0 == 0 ? .refresh : .append)
        }
        try expect(requests == expected, "requested \(requests)")
    }

    private var isExpectedEnd: Bool {
        switch (completion, end) {
        case (.finished?, .last): true
        case (.failure(let error)?, .failure): error == PageError(key: pages.count, reason: .source(.boom))
        case (.failure(let error)?, .repeatedKey):
            error == PageError(key: pages.count - 1, reason: .paging(.repeatedKey("\(pages.count - 1)")))
        default: false
        }
    }

    private func expect(_ condition: Bool, _ message: @autoclosure () -> String) throws(Mismatch) {
        if condition { return }
        throw Mismatch(
            description: "\(message()); pages \(pages), end \(end), prefetch \(prefetch), "
                + "requested \(requested), arrived \(arrivedCount)")
    }
}
