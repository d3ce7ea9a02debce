import TestSupport
import Testing

@testable import FluxImages

struct WorkQueueTests {
    @Test func highestPriorityBeginsFirstThenTheEarliest() {
        var queue = WorkQueue<String>()
        for (work, priority) in [
            ("a", ImagePriority.prefetch), ("b", .shown), ("c", .nearBehind), ("d", .shown),
            ("e", .nearAhead),
        ] {
            _ = queue.add(work, to: "", needs: ImageNeeds(priority))
        }
        #expect(queue.takeAll() == ["b", "d", "e", "c", "a"])
    }

    @Test func raisedWorkGoesBeforeWorkThatCameLater() {
        var queue = WorkQueue<String>()
        let first = queue.add("first", to: "", needs: ImageNeeds(.prefetch))
        _ = queue.add("second", to: "", needs: ImageNeeds(.shown))
        queue.setNeeds(ImageNeeds(.shown), of: first)
        #expect(queue.takeAll() == ["first", "second"])
    }

    @Test func groupAtItsLimitDoesNotHoldUpOthers() {
        var queue = WorkQueue<String>(limit: 3, groupLimit: 1)
        _ = queue.add("a1", to: "a", needs: ImageNeeds(.shown))
        _ = queue.add("a2", to: "a", needs: ImageNeeds(.shown))
        _ = queue.add("b1", to: "b", needs: ImageNeeds(.prefetch))
        #expect(queue.takeAll() == ["a1", "b1"])
        queue.finish(in: "a")
        #expect(queue.takeAll() == ["a2"])
    }

    @Test func limitsBelowOneCountAsOne() {
        var queue = WorkQueue<Int>(limit: -3, groupLimit: 0)
        for work in 0..<2 { _ = queue.add(work, to: "", needs: ImageNeeds(.shown)) }
        #expect(queue.takeAll() == [0])
        queue.finish(in: "")
        #expect(queue.takeAll() == [1])
    }

    @Test func rowsBeginInTheDirectionOfTravelThenThoseBehind() {
        for isForward in [true, false] {
            var queue = WorkQueue<Int>()
            for row in [3, 9, 4, 6, 5, 7] { _ = queue.add(row, to: "\(row)", needs: ImageNeeds(row: row)) }
            var scroll = ScrollTracker()
            scroll.move(to: ListPosition(shown: 5..<7, isForward: isForward), isScrolled: true, at: .zero)
            var order: [Int] = []
            while let row = queue.next(in: [.list: scroll]) { order.append(row) }
            #expect(order == (isForward ? [5, 6, 7, 9, 4, 3] : [6, 5, 4, 3, 7, 9]))
        }
    }

    @Test func workThatWouldEndTooLateWaitsBehindTheRest() {
        var queue = WorkQueue<Int>()
        _ = queue.add(0, to: "", needs: ImageNeeds(row: 0))
        _ = queue.next()
        queue.finish(in: "", after: .milliseconds(100))
        for row in 0..<20 { _ = queue.add(row, to: "", needs: ImageNeeds(row: row)) }
        var scroll = ScrollTracker()
        // A hundred rows a second: ten of them while work is done, and everything may begin at once.
        for row in 0..<4 {
            scroll.move(to: ListPosition(shown: row..<row + 4), isScrolled: true, at: .milliseconds(10 * row))
        }
        var order: [Int] = []
        while let row = queue.next(in: [.list: scroll], at: .milliseconds(30)) { order.append(row) }
        #expect(order == Array(12..<20) + (0..<12).reversed())
    }

    /// Also after the rows that come too late.
    @Test(arguments: [0, 5, 50, 500])
    func prefetchesBeginAfterAllRowsOfAList(millisecondsPerRow: Int) {
        var queue = WorkQueue<Int?>()
        _ = queue.add(0, to: "", needs: ImageNeeds(row: 0))
        _ = queue.next()
        queue.finish(in: "", after: .milliseconds(100))
        for _ in 0..<3 { _ = queue.add(nil, to: "", needs: ImageNeeds(.prefetch)) }
        for row in 0..<30 { _ = queue.add(row, to: "", needs: ImageNeeds(row: row)) }
        var scroll = ScrollTracker()
        for row in 0..<8 {
            scroll.move(
                to: ListPosition(shown: row..<row + 4), isScrolled: true,
                at: .milliseconds(millisecondsPerRow * row))
        }
        var order: [Int?] = []
        while let work = queue.next(in: [.list: scroll], at: .milliseconds(millisecondsPerRow * 7)) {
            order.append(work)
        }
        #expect(order.count == 33)
        #expect(order.prefix(30).allSatisfy { $0 != nil })
    }

    @Test func workOfSeveralRowsBeginsForTheFirstOfThem() {
        var queue = WorkQueue<String>()
        var needs = ImageNeeds(row: 9)
        needs.add(.row(1, of: .list))
        _ = queue.add("nine and one", to: "", needs: needs)
        let moved = queue.add("five", to: "", needs: ImageNeeds(row: 5))
        _ = queue.add("two", to: "", needs: ImageNeeds(row: 2))
        #expect(queue.next() == "nine and one")
        queue.setNeeds(ImageNeeds(row: 1), of: moved)
        #expect(queue.takeAll() == ["five", "two"])
        #expect(queue.waitingCount == 0)
    }

    @Test func rowInViewBeginsInTurnWithWorkOfTheHighestPriority() {
        var queue = WorkQueue<String>()
        _ = queue.add("ahead", to: "", needs: ImageNeeds(row: 1))
        _ = queue.add("shown", to: "", needs: ImageNeeds(.shown))
        _ = queue.add("in view", to: "", needs: ImageNeeds(row: 0))
        _ = queue.add("near", to: "", needs: ImageNeeds(.nearAhead))
        _ = queue.add("prefetch", to: "", needs: ImageNeeds(.prefetch))
        #expect(queue.takeAll() == ["shown", "in view", "ahead", "near", "prefetch"])
    }

    /// What a queue does, by sorting a list.
    private struct Model {
        struct Item {
            let work: Int
            let group: String
            var priority: ImagePriority?
            var rows: [ListRow]
            let ticket: WorkQueue<Int>.Item
        }

        var waiting: [Item] = []
        var running: [Item] = []
        var positions: [ImageListID: ListPosition] = [:]
        /// The lists in the order in which work of each began last.
        var served: [ImageListID] = []

        mutating func next(limit: Int, groupLimit: Int) -> Int? {
            guard running.count < limit else { return nil }
            let ready = waiting.indices.filter { index in
                running.count { $0.group == waiting[index].group } < groupLimit
            }
            var firsts: [First] = []
            for (list, position) in positions {
                let rows = ready.flatMap { index in
                    waiting[index].rows.filter { $0.list == list }.map {
                        (index: index, order: order($0.row, in: position))
                    }
                }
                let first = rows.min {
                    ($0.order, waiting[$0.index].work) < ($1.order, waiting[$1.index].work)
                }
                if let first {
                    let priorities: [ImagePriority] = [.shown, .nearAhead, .nearBehind]
                    firsts.append(
                        First(index: first.index, priority: priorities[first.order / 1000], list: list))
                }
            }
            let row = firsts.min {
                (-$0.priority.rawValue, turn($0.list), waiting[$0.index].work, $0.list?.number ?? 0)
                    < (-$1.priority.rawValue, turn($1.list), waiting[$1.index].work, $1.list?.number ?? 0)
            }
            let others = ready.compactMap { index in
                waiting[index].priority.map { First(index: index, priority: $0, list: nil) }
            }
            let best = ([row].compactMap { $0 } + others).min {
                (-$0.priority.rawValue, waiting[$0.index].work)
                    < (-$1.priority.rawValue, waiting[$1.index].work)
            }
            guard let best else { return nil }
            if let list = best.list { served = served.filter { $0 != list } + [list] }
            running.append(waiting.remove(at: best.index))
            return running.last?.work
        }

        private struct First {
            let index: Int
            let priority: ImagePriority
            /// `nil` for work that is not a row's.
            let list: ImageListID?
        }

        private func turn(_ list: ImageListID?) -> Int { served.firstIndex { $0 == list } ?? -1 }

        /// In thousands whether a row is in view, ahead or behind; then its distance.
        private func order(_ row: Int, in position: ListPosition) -> Int {
            let distance =
                position.isForward ? row - position.shown.lowerBound : position.shown.upperBound - 1 - row
            if distance < 0 { return 2000 - distance }
            return position.shown.contains(row) ? distance : 1000 + distance
        }
    }

    @Test func queueMatchesASortedListUnderRandomChanges() {
        Seeds.forEach(400) { random in
            let (limit, groupLimit) = (1 + random.number(below: 5), 1 + random.number(below: 3))
            var queue = WorkQueue<Int>(limit: limit, groupLimit: groupLimit)
            var model = Model()
            var lists: [ImageListID: ScrollTracker] = [:]
            for list in [ImageListID.list, .other] {
                lists[list] = ScrollTracker()
                model.positions[list] = ListPosition()
            }
            for step in 0..<120 {
                let needs = ImageNeeds(&random)
                switch random.number(below: 9) {
                case 0..<3:
                    let group = ["a", "b", "c"][random.number(below: 3)]
                    let ticket = queue.add(step, to: group, needs: needs)
                    model.waiting.append(
                        .init(
                            work: step, group: group, priority: needs.highest, rows: needs.rows,
                            ticket: ticket))
                case 3 where !model.waiting.isEmpty:
                    let item = model.waiting.remove(at: random.number(below: model.waiting.count))
                    queue.remove(item.ticket)
                case 4 where !model.waiting.isEmpty:
                    let index = random.number(below: model.waiting.count)
                    (model.waiting[index].priority, model.waiting[index].rows) = (needs.highest, needs.rows)
                    queue.setNeeds(needs, of: model.waiting[index].ticket)
                case 5 where !model.running.isEmpty:
                    let item = model.running.remove(at: random.number(below: model.running.count))
                    queue.finish(in: item.group)
                case 6:
                    let first = random.number(below: 10)
                    let position = ListPosition(
                        shown: first..<first + 1 + random.number(below: 4), isForward: random.chance(60))
                    let list = random.chance(50) ? ImageListID.list : .other
                    lists[list]?.move(to: position, isScrolled: random.chance(50), at: .zero)
                    model.positions[list] = position
                default:
                    let work = queue.next(in: lists)
                    let expected = model.next(limit: limit, groupLimit: groupLimit)
                    guard work == expected else {
                        throw Difference("\(String(describing: work)), not \(String(describing: expected))")
                    }
                }
                guard queue.waitingCount == model.waiting.count, queue.runningCount == model.running.count
                else { throw Difference("the numbers of waiting and running work") }
            }
        }
    }
}

/// Why a random run differs from its model.
struct Difference: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension ImageListID {
    fileprivate static let list = ImageListID(number: 1)
    fileprivate static let other = ImageListID(number: 2)
}

extension ImageNeeds {
    /// The needs of one observer with a priority.
    fileprivate init(_ priority: ImagePriority) {
        self.init(.priority(priority))
    }

    /// The needs of a row.
    fileprivate init(row: Int) {
        self.init(.row(row, of: .list))
    }

    /// The needs of one observer or several, some of which were removed again.
    fileprivate init(_ random: inout SeededGenerator) {
        self.init()
        var all: [ImageNeed] = []
        for _ in 0..<1 + random.number(below: 3) {
            let list = random.chance(60) ? ImageListID.list : .other
            all.append(
                random.chance(40)
                    ? .priority(ImagePriority.allCases[random.number(below: 4)])
                    : .row(random.number(below: 12), of: list))
        }
        for need in all { add(need) }
        for need in all.dropFirst() where random.chance(30) { remove(need) }
    }
}

extension WorkQueue {
    fileprivate mutating func takeAll() -> [Work] {
        var works: [Work] = []
        while let work = next() { works.append(work) }
        return works
    }
}
