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
            _ = queue.add(work, to: "", priority: priority)
        }
        #expect(queue.takeAll() == ["b", "d", "e", "c", "a"])
    }

    @Test func raisedWorkGoesBeforeWorkThatCameLater() {
        var queue = WorkQueue<String>()
        let first = queue.add("first", to: "", priority: .prefetch)
        _ = queue.add("second", to: "", priority: .shown)
        queue.setPriority(.shown, of: first)
        #expect(queue.takeAll() == ["first", "second"])
    }

    @Test func groupAtItsLimitDoesNotHoldUpOthers() {
        var queue = WorkQueue<String>(limit: 3, groupLimit: 1)
        _ = queue.add("a1", to: "a", priority: .shown)
        _ = queue.add("a2", to: "a", priority: .shown)
        _ = queue.add("b1", to: "b", priority: .prefetch)
        #expect(queue.takeAll() == ["a1", "b1"])
        queue.finish(in: "a")
        #expect(queue.takeAll() == ["a2"])
    }

    @Test func limitsBelowOneCountAsOne() {
        var queue = WorkQueue<Int>(limit: -3, groupLimit: 0)
        for work in 0..<2 { _ = queue.add(work, to: "", priority: .shown) }
        #expect(queue.takeAll() == [0])
        queue.finish(in: "")
        #expect(queue.takeAll() == [1])
    }

    /// What a queue does, by sorting a list.
    private struct Model {
        struct Item {
            let work: Int
            let group: String
            var priority: ImagePriority
            let ticket: WorkQueue<Int>.Ticket
        }

        var waiting: [Item] = []
        var running: [Item] = []

        mutating func next(limit: Int, groupLimit: Int) -> Int? {
            guard running.count < limit else { return nil }
            let ready = waiting.indices.filter { index in
                running.count { $0.group == waiting[index].group } < groupLimit
            }
            let best = ready.min {
                (-waiting[$0].priority.rawValue, waiting[$0].work)
                    < (-waiting[$1].priority.rawValue, waiting[$1].work)
            }
            guard let best else { return nil }
            running.append(waiting.remove(at: best))
            return running.last?.work
        }
    }

    @Test func queueMatchesASortedListUnderRandomChanges() {
        Seeds.forEach(400) { random in
            let (limit, groupLimit) = (1 + random.number(below: 5), 1 + random.number(below: 3))
            var queue = WorkQueue<Int>(limit: limit, groupLimit: groupLimit)
            var model = Model()
            for step in 0..<120 {
                let priority = ImagePriority.allCases[random.number(below: 4)]
                switch random.number(below: 8) {
                case 0..<3:
                    let group = ["a", "b", "c"][random.number(below: 3)]
                    let ticket = queue.add(step, to: group, priority: priority)
                    model.waiting.append(.init(work: step, group: group, priority: priority, ticket: ticket))
                case 3 where !model.waiting.isEmpty:
                    let item = model.waiting.remove(at: random.number(below: model.waiting.count))
                    queue.remove(item.ticket)
                case 4 where !model.waiting.isEmpty:
                    let index = random.number(below: model.waiting.count)
                    model.waiting[index].priority = priority
                    queue.setPriority(priority, of: model.waiting[index].ticket)
                case 5 where !model.running.isEmpty:
                    let item = model.running.remove(at: random.number(below: model.running.count))
                    queue.finish(in: item.group)
                default:
                    let (work, expected) = (queue.next(), model.next(limit: limit, groupLimit: groupLimit))
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

extension WorkQueue {
    fileprivate mutating func takeAll() -> [Work] {
        var works: [Work] = []
        while let work = next() { works.append(work) }
        return works
    }
}
