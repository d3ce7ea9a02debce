import TestSupport
import Testing

@testable import FluxImages

/// Two lists whose images one queue loads: neither waits for ever because the other one scrolls for ever.
struct ListTurnTests {
    /// A row in view whose image would come too late waits for the rows ahead, but not for ever where the
    /// list scrolls without end and there is time for all its rows.
    @Test(arguments: [2.0, 12, 24])
    func lateRowLoadsWhileItsListScrolls(speed: Double) {
        var run = TwoLists(limit: 6)
        run.scroll(run.first, rowsPerSecond: speed, for: 5)
        for _ in 0..<20 {
            let row = run.requestFirstRowInView(of: run.first)
            run.scroll(run.first, rowsPerSecond: speed, for: 0.25)
            #expect(run.loaded.contains(row))
        }
    }

    /// The images in view of a list that rests come next, in turn with those of the list that scrolls.
    @Test(arguments: [2.0, 12, 40, 200], [1, 2, 6])
    func restingListLoadsInTurnWithAScrollingOne(speed: Double, limit: Int) {
        var run = TwoLists(limit: limit)
        run.scroll(run.first, rowsPerSecond: speed, for: 5)
        run.rest(run.second)
        run.starts = []
        run.scroll(run.first, rowsPerSecond: speed, for: 10)
        let last = run.starts.lastIndex { $0 == run.second.id }
        #expect(run.starts.count { $0 == run.second.id } == TwoLists.rowsInView)
        #expect((last ?? .max) < 2 * TwoLists.rowsInView)
    }

    /// A list that scrolls so fast that its rows in view are late loads those that will be in view, in turn
    /// with the rows in view of a slower one.
    @Test func fastListLoadsInTurnWithASlowOne() {
        var run = TwoLists(limit: 2)
        run.scroll(run.first, rowsPerSecond: 12, and: run.second, rowsPerSecond: 30, for: 20)
        let share = Double(run.starts.count { $0 == run.second.id }) / Double(run.starts.count)
        #expect(share > 0.4)
        #expect(share < 0.6)
    }

    @Test func turnsOfListsThatAreGoneAreForgotten() {
        var queue = WorkQueue<Int>()
        for number in 0..<1000 {
            let list = ImageListID(number: number)
            _ = queue.add(number, to: "", needs: ImageNeeds(.row(0, of: list)))
            #expect(queue.next(in: [list: ScrollTracker()]) == number)
        }
        #expect(queue.turns.count < 50)
    }
}

/// Lists of rows with images that take 200 ms each.
private struct TwoLists {
    static let rowsInView = 6
    private static let near = 10
    private static let seconds = 0.2

    struct List {
        let id: ImageListID
    }

    let first = List(id: ImageListID(number: 1))
    let second = List(id: ImageListID(number: 2))
    /// The list of each image that was loaded, in order.
    var starts: [ImageListID] = []
    /// The rows whose image was loaded since it was requested.
    private(set) var loaded: Set<Row> = []

    struct Row: Hashable {
        let list: ImageListID
        let row: Int
    }

    private var queue: WorkQueue<Row>
    private var scrolls: [ImageListID: ScrollTracker] = [:]
    private var positions: [ImageListID: Double] = [:]
    private var added: [ImageListID: Int] = [:]
    private var waiting: [Row: WorkQueue<Row>.Item] = [:]
    private var running: [Double] = []
    private var now = 0.0

    init(limit: Int) {
        queue = WorkQueue(limit: limit)
    }

    /// Shows the first rows of a list.
    mutating func rest(_ list: List) {
        move(list.id, by: 0, near: 0)
    }

    mutating func scroll(
        _ list: List, rowsPerSecond: Double, and other: List? = nil, rowsPerSecond otherSpeed: Double = 0,
        for seconds: Double
    ) {
        let end = now + seconds
        while now < end {
            now += 0.01
            move(list.id, by: rowsPerSecond * 0.01)
            if let other { move(other.id, by: otherSpeed * 0.01) }
            load()
        }
    }

    /// Requests an image again, as after a failure.
    mutating func requestFirstRowInView(of list: List) -> Row {
        let row = Row(list: list.id, row: Int(positions[list.id] ?? 0))
        loaded.remove(row)
        waiting[row] = queue.add(row, to: "", needs: ImageNeeds(.row(row.row, of: list.id)))
        return row
    }

    private mutating func move(_ list: ImageListID, by distance: Double, near: Int = near) {
        let old = Int(positions[list] ?? -1)
        let position = (positions[list] ?? 0) + distance
        positions[list] = position
        if Int(position) == old { return }
        let shown = Int(position)..<Int(position) + Self.rowsInView
        scrolls[list, default: ScrollTracker()]
            .move(to: ListPosition(shown: shown), isScrolled: true, at: .seconds(now))
        for row in max(added[list] ?? 0, shown.lowerBound - near)..<shown.upperBound + near {
            let row = Row(list: list, row: row)
            waiting[row] = queue.add(row, to: "", needs: ImageNeeds(.row(row.row, of: list)))
        }
        added[list] = shown.upperBound + near
        for row in waiting.keys where row.list == list && row.row < shown.lowerBound - near {
            if let ticket = waiting.removeValue(forKey: row) { queue.remove(ticket) }
        }
    }

    private mutating func load() {
        for start in running where now - start >= Self.seconds {
            queue.finish(in: "", after: .seconds(Self.seconds))
        }
        running.removeAll { now - $0 >= Self.seconds }
        while let row = queue.next(in: scrolls, at: .seconds(now)) {
            waiting[row] = nil
            loaded.insert(row)
            starts.append(row.list)
            running.append(now)
        }
    }
}
