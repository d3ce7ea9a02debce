import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// Random sessions of a list that grows at both ends while it is paged, in virtual time.
@Suite(.timeLimit(.minutes(1)))
struct InsertedItemsModelTests {
    @Test func listIsAPartOfTheServersAndInTheEndHasBothItsEnds() {
        Seeds.forEach(200) { random in
            try Session(random: &random).run(&random)
        }
    }
}

private struct Failure: Error, CustomStringConvertible {
    let description: String
}

private final class Session {
    private let server: GrowingServer
    private let rules: PagingRules
    /// Whether the server's counts are those of the moment in which its page arrives, and its items are
    /// pushed at once: then the list's total is always the server's.
    private let isExact: Bool
    private let isDelayed: Bool
    /// The number of items that the server has gained since all that was on its way has arrived.
    private var unheard = 0
    private let grows: [ListEdge]
    private let signals = PassthroughSubject<ListSignal, Never>()
    private let list = StateRecorder<Person>()
    private var steps: [String] = []

    init(random: inout SeededGenerator) {
        isExact = random.chance(40)
        let isLatestFirst = random.chance(50)
        isDelayed = !isExact && random.chance(50)
        // The server pushes fewer items than a page has before the client has heard of them.
        let size = isDelayed ? 20 : random.number(below: 6) + 2
        let duration = { (random: inout SeededGenerator) in
            Duration.milliseconds(random.number(below: 3) * 20)
        }
        server = GrowingServer(
            random.chance(10) ? 0..<0 : 0..<random.number(below: 30), pageSize: size,
            firstPage: isLatestFirst ? .latest : .start, counts: isExact || random.chance(50),
            delays: isExact ? (.milliseconds(20), .zero) : (.milliseconds(20), duration(&random)),
            pushDelay: isDelayed ? duration(&random) : .zero)
        // The first page is that of an edge: what is added at that edge later is on another page.
        grows = isLatestFirst ? [.end] : random.chance(50) ? [.start, .end] : [.end]
        rules = PagingRules(
            threshold: random.number(below: 5) + 1, failurePolicy: random.chance(50) ? .hold : .retryOnHint,
            maxRows: random.chance(50) ? nil : 5 + 2 * (5 + size - 1) + random.number(below: 20),
            showsPlaceholders: random.chance(50), endPolicy: random.chance(50) ? .stop : .loadAgain)
        let feed = signals.paginate(rules, from: server.live)
        feed.dedupe(by: \.id).subscribe(list)
    }

    func run(_ random: inout SeededGenerator) throws(Failure) {
        do {
            for _ in 0..<40 {
                step(&random)
                try check()
            }
            server.isOnline.withLock { $0 = true }
            rest()
            signals.send(.refresh)
            rest()
            try reach(.end)
            try reach(.start)
            try reach(.end)
        } catch {
            throw Failure(
                description: "\(error.description)\nrules: \(rules), server \(server.present), rows \(ids)\n"
                    + steps.joined(separator: "\n"))
        }
    }

    private var ids: [Int] { list.state.items.map(\.id) }

    private func rest() {
        server.time.advance(by: .seconds(10))
        signals.send(.retry)
        server.time.advance(by: .seconds(10))
    }

    /// Scrolls to an end, where the list has to be at rest with the server's last row there.
    private func reach(_ edge: ListEdge) throws(Failure) {
        // A page has a row at least.
        for _ in 0..<server.present.count + 10 {
            let all = list.state.rows.count
            let first = edge == .start ? 0 : max(0, all - 5)
            if all > 0 {
                signals.send(.shown(rows: first..<min(all, first + 5)))
            } else {
                signals.send(.loadMore)
            }
            rest()
            try check()
            let kind = edge == .start ? list.state.prepend.kind : list.state.append.kind
            if kind == .end { break }
        }
        let present = server.present
        if edge == .start ? ids.first != present.first : ids.last != present.last {
            throw Failure(description: "the list does not have the server's row at its \(edge)")
        }
        if let total = list.state.total, total != present.count, isExact {
            throw Failure(description: "the total is \(total) at the \(edge)")
        }
    }

    private func step(_ random: inout SeededGenerator) {
        let all = list.state.rows.count
        switch random.number(below: 14) {
        case 0, 1, 2, 3:
            let edge = grows[random.number(below: grows.count)]
            let count = random.chance(5) && !isDelayed ? 100 : random.number(below: 3) + 1
            steps.append("grow \(edge) by \(count)")
            // Of more items, a page may lack those whose push comes after it.
            unheard += count
            if isDelayed, unheard > 15 {
                server.time.advance(by: .milliseconds(100))
                unheard = count
            }
            // Of several pages of a refresh, each states the total of another moment.
            if isExact, list.state.refresh.isLoading { server.time.advance(by: .seconds(1)) }
            server.grow(edge, by: count)
        case 4:
            steps.append("online toggled")
            server.isOnline.withLock { $0.toggle() }
        case 5:
            let signal: ListSignal = [
                .refresh, .retry, .loadMore, .loadPrevious, .cancel, .reset,
            ][random.number(below: 6)]
            steps.append("\(signal)")
            signals.send(signal)
        case 6, 7, 8, 9:
            let first = random.number(below: max(1, all))
            steps.append("shown \(first)")
            signals.send(.shown(rows: first..<first + 1 + random.number(below: 5)))
        default:
            let time = random.number(below: 60)
            steps.append("\(time) ms")
            server.time.advance(by: .milliseconds(time))
        }
        steps.append("  \(list.state)")
    }

    /// The rows follow each other without gaps or repetitions, and the changes lead to them.
    private func check() throws(Failure) {
        let (ids, present) = (ids, server.present)
        if zip(ids, ids.dropFirst()).contains(where: { $1 != $0 + 1 }) {
            throw Failure(description: "rows are missing or repeated: \(ids)")
        }
        if let first = ids.first, let last = ids.last,
            first < present.lowerBound || last >= present.upperBound
        {
            throw Failure(description: "rows that the server has not")
        }
        if list.rows != Array(list.state.items) { throw Failure(description: "a change is wrong") }
        if isExact, let total = list.state.total, !list.state.isLoading, !list.state.isPaging,
            list.state.phase == .content, total != present.count
        {
            throw Failure(description: "the total is \(total), not \(present.count)")
        }
    }
}
