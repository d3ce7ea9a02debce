import Foundation
import Streams
import Testing

@testable import PagingOperators

/// Random events for `RowImages` and for a simple model of it, which goes through every row each time.
struct RowImagesModelTests {
    @Test(arguments: SeededRandom.seeds(40))
    func behavesAsALoopOverAllRows(seed: UInt64) {
        var script = RowImagesScript(seed: seed)
        for step in 0..<100 where script.difference == nil {
            script.step()
            #expect(script.difference == nil, "FLUX_SEED=\(seed), step \(step)")
        }
    }
}

/// Each row with what is known of its image, and whether it was near and kept at the last look.
private struct RowImagesModel {
    struct Row {
        let number: Int
        var line = "idle"
        var wasNear = false
        var wasKept = false
    }

    let near: Int
    let kept: Int
    var cached: Set<Int> = []
    var rows: [Row] = []
    var focus = 0

    mutating func show(_ row: Int) {
        focus = row
        look()
    }

    mutating func append(_ numbers: [Int]) {
        rows += numbers.map { Row(number: $0) }
        look()
    }

    mutating func reload(_ numbers: [Int]) {
        rows = numbers.map { Row(number: $0) }
        if focus >= rows.count { focus = 0 }
        look()
    }

    private mutating func look() {
        for index in rows.indices {
            let isNear = abs(index - focus) <= near
            let isKept = abs(index - focus) <= kept
            var row = rows[index]
            if isNear && !row.wasNear && (row.line == "idle" || row.line == "failed") && row.number >= 0 {
                row.line =
                    cached.contains(row.number % 1000)
                    ? "loaded cached \(row.number % 1000) from memory" : "loading 0/?"
            }
            if !isNear && row.line.hasPrefix("loading") { row.line = "idle" }
            if !isKept && row.wasKept && row.line.hasPrefix("loaded") { row.line = "idle" }
            row.wasNear = isNear
            row.wasKept = isKept
            rows[index] = row
        }
    }
}

private struct RowImagesScript {
    private var random: SeededRandom
    private var harness: RowImagesHarness
    private var model: RowImagesModel
    private(set) var difference: String?

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
        let near = Int.random(in: 0...4, using: &random)
        let kept = near + Int.random(in: 0...4, using: &random)
        harness = RowImagesHarness(near: near, kept: kept)
        model = RowImagesModel(near: near, kept: kept)
    }

    mutating func step() {
        switch Int.random(in: 0..<20, using: &random) {
        case 0: reload()
        case 1..<4: append()
        case 4..<9: show()
        case 9: cache()
        default: answer()
        }
        if let complaint = harness.complaint {
            difference = complaint
            return
        }
        if harness.lines != model.rows.map(\.line) {
            difference = "the rows are \(harness.lines) instead of \(model.rows.map(\.line))"
        }
    }

    private mutating func numbers() -> [Int] {
        (0..<Int.random(in: 0...8, using: &random)).map { _ in Int.random(in: -3..<2000, using: &random) }
    }

    private mutating func reload() {
        let numbers = numbers()
        harness.reload(numbers)
        model.reload(numbers)
    }

    private mutating func append() {
        let numbers = numbers()
        harness.append(numbers)
        model.append(numbers)
    }

    private mutating func show() {
        let row = Int.random(in: 0..<model.rows.count + 3, using: &random)
        harness.show(row)
        model.show(row)
    }

    private mutating func cache() {
        let number = Int.random(in: 0..<1000, using: &random)
        let known = model.rows.randomElement(using: &random)?.number ?? number
        guard known >= 0 else { return }
        harness.cache.store(known % 1000)
        model.cached.insert(known % 1000)
    }

    /// An answer to any load there ever was; only those that are under way may change a row.
    private mutating func answer() {
        let loads = harness.requests.keys.sorted { $0.number < $1.number }
        guard let id = loads.randomElement(using: &random) else { return }
        let before = harness.lines
        let isUnderWay = harness.running.contains(id)
        let isSuccess = Bool.random(using: &random)
        isSuccess ? harness.succeed(id) : harness.fail(id)
        let changed = harness.lines.indices.filter { harness.lines[$0] != before[$0] }
        guard changed.count == (isUnderWay ? 1 : 0) else {
            difference = "an answer changed the rows \(changed)"
            return
        }
        guard let row = changed.first else { return }
        let name = "\(model.rows[row].number % 1000).png"
        if harness.requests[id]?.url.lastPathComponent != name {
            difference = "row \(row) has another's image"
        }
        model.rows[row].line = isSuccess ? "loaded \(name) from network" : "failed"
    }
}
