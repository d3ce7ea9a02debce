import PagingOperators
import SeededRandom

/// The configuration of a closed-loop session: a screen that answers each state of its list.
package struct ViewerSetup: Sendable {
    /// What a screen reports.
    package enum Reporting: Sendable, CaseIterable {
        /// All rows in view.
        case rows
        /// The row in view that is farthest in the direction of scrolling.
        case edgeRow
        /// Each row that comes into view or changes there, one by one.
        case eachRow
        /// Its scroll position, to load within one viewport.
        case distances
        /// Its scroll position, to load when it is pulled beyond an edge.
        case pulls
        /// Nothing: pages are loaded by buttons.
        case nothing
    }

    package var reporting: Reporting
    package var rules: PagingRules
    /// The height of the viewport, in rows.
    package var viewport: Int
    package var server: SimulatedServer
    /// Whether no identity stands on two rows: hidden duplicates that appear push others out of view.
    package let areRowsUnique: Bool
    package var startKey: Int?
    /// Whether the source can find the page of any row.
    package var findsRows = false
    package var isDeduped: Bool
    package var isSeparated: Bool
    /// Whether it reports after each state, also what it has reported already.
    package var repeatsReports: Bool
    package var failsSometimes: Bool
}

extension ViewerSetup {
    static let pullDistance = 50.0
    static let longestPage = 4

    /// Draws a setup.
    ///
    /// - Parameters:
    ///   - random: Draws it, and what follows.
    ///   - seed: The seed of the session, which decides what is not drawn: so that earlier sessions stay.
    init(with random: inout SeededGenerator, seed: UInt64) {
        reporting = Reporting.allCases[random.number(below: Reporting.allCases.count)]
        let usesRows = reporting == .rows || reporting == .edgeRow || reporting == .eachRow
        rules = PagingRules(
            threshold: usesRows ? 1 + random.number(below: 5) : 0,
            scrollPolicy: reporting == .pulls ? .pulled(distance: Self.pullDistance) : .within(viewports: 1),
            maxRows: random.chance(85) ? 1 + random.number(below: 24) : nil)
        viewport = 1 + random.number(below: 12)
        isDeduped = random.chance(50)
        isSeparated = random.chance(20)
        var next = 0
        let repeats = isDeduped && random.chance(50)
        let layout = (0..<4 + random.number(below: 12)).map { _ in
            (0..<random.number(below: Self.longestPage + 1)).map { _ in
                if repeats, next > 0, random.chance(20) { return random.number(below: next) }
                next += 1
                return next - 1
            }
        }
        let ids = Array(layout.joined())
        areRowsUnique = Set(ids).count == ids.count
        let isTwoWay = random.chance(70)
        let isCounted = isTwoWay && random.chance(50)
        server = SimulatedServer(
            layout: layout, counting: isCounted ? .totalAndBefore : .nothing,
            links: isTwoWay ? .both : .next)
        startKey = isTwoWay && random.chance(50) ? random.number(below: layout.count) : nil
        repeatsReports = random.chance(50)
        failsSometimes = random.chance(20)
        if failsSometimes, seed.isMultiple(of: 2) { rules.failurePolicy = .retryOnHint }
        if isCounted, random.chance(70) { showPlaceholders(with: &random) }
        // Hidden duplicates that appear when a page is removed from a window push rows in view out of it.
        if !areRowsUnique, rules.showsPlaceholders || reportsView { rules.maxRows = nil }
        // Of a screen that reports single rows, the list has to know the height.
        let reportsRow = reporting == .edgeRow || reporting == .eachRow
        if reportsRow { rules.viewport = viewport + random.number(below: 3) }
        if reporting == .rows, viewport == 1 { rules.viewport = 1 }
    }

    private mutating func showPlaceholders(with random: inout SeededGenerator) {
        rules.showsPlaceholders = true
        // A placeholder that is not reported is not loaded.
        if reporting == .edgeRow { reporting = .eachRow }
        findsRows = random.chance(70)
        if random.chance(60) { rules.jumpThreshold = 1 + random.number(below: viewport + 20) }
        // Placeholders that the page of a jump lacks, because counts have changed, wait for a report.
        if rules.jumpThreshold != nil { repeatsReports = true }
    }

    /// Whether the placeholders in view are loaded.
    var loadsPlaceholders: Bool {
        let reportsRows = reporting == .rows || reporting == .eachRow || reporting == .distances
        return rules.showsPlaceholders && reportsRows
    }

    /// The rows around the viewport that the list has to have loaded.
    private var zone: Int {
        switch reporting {
        case .rows, .edgeRow, .eachRow: viewport + 2 * rules.threshold
        case .distances: 3 * viewport
        case .pulls, .nothing: viewport
        }
    }

    /// The maximum number of rows of a page, with a separator before each and one after the last.
    var longestPage: Int { isSeparated ? 2 * Self.longestPage + 1 : Self.longestPage }

    /// The maximum number of rows that a window keeps: one page more than it says, of a list that is scrolled
    /// back while a page loads, or whose rows were all in view; or those that the rows in view need, with a
    /// page at each edge.
    ///
    /// - Parameter generation: The number of the generation. A reload has all rows that may have been in view
    ///   with a single one that was reported.
    func rowLimit(ofGeneration generation: Int) -> Int? {
        guard let maxRows = rules.maxRows else { return nil }
        let height = rules.viewport ?? viewport
        let needed =
            switch reporting {
            case .rows: zone
            // Any row less than the height of the viewport away may be in view.
            case .edgeRow, .eachRow:
                generation > 1 ? max(zone + 2, 2 * height) : zone + 2 + height - viewport
            case .distances, .pulls: zone + 1
            case .nothing: 0
            }
        return max(maxRows + longestPage, needed + 2 * longestPage)
    }

    /// Whether the rows that come into view are reported.
    var reportsRows: Bool { reporting == .rows || reporting == .edgeRow || reporting == .eachRow }

    /// Whether the server counts the rows before a page.
    var isCounted: Bool { server.counting != .nothing }

    /// Whether hints repeat loads that have failed.
    var retriesOnHint: Bool { rules.failurePolicy == .retryOnHint }

    /// Whether the list knows which rows are in view.
    var reportsView: Bool {
        reporting == .rows || reporting == .distances || reporting == .pulls
    }

    /// The maximum number of loads with new rows for the start, or for a gesture that is no jump.
    func loadLimit(of gesture: Gesture?) -> Int {
        loadLimit(ofGesture: gesture) + (rules.showsPlaceholders ? distance(of: gesture) : 0)
    }

    /// The number of placeholders between the loaded rows and those in view.
    private func distance(of gesture: Gesture?) -> Int {
        switch gesture {
        case .scroll(let distance): abs(distance)
        case .fling(let distance, let frames): abs(distance) * frames
        default: 2 * server.total
        }
    }

    private func loadLimit(ofGesture gesture: Gesture?) -> Int {
        switch gesture {
        // All rows in view may be new.
        case .refresh, .replaceSource: max(loadLimit, viewport + 2)
        // A reload loads one page more if the list was scrolled meanwhile.
        case .invalidate(let count): count * (max(loadLimit, viewport + 2) + 1)
        case .retry: loadLimit + 1
        default: loadLimit
        }
    }

    /// The maximum number of loads with new rows for scrolling.
    private var loadLimit: Int {
        switch reporting {
        case .rows, .distances: zone + 2
        case .pulls, .nothing: 1
        // Any row less than the height of the viewport away may be in view.
        case .edgeRow, .eachRow: zone + 2 * (rules.viewport ?? viewport) + 2
        }
    }
}

extension ViewerSetup: CustomStringConvertible {
    package var description: String {
        """
        \(rules)
        reports \(reporting), viewport \(viewport), starting at \(startKey.map { "\($0)" } ?? "nil"), \
        \(findsRows ? "finds rows, " : "")\
        \(isDeduped ? "deduped" : "plain")\(isSeparated ? ", separated" : ""), \
        \(repeatsReports ? "repeats reports" : "reports changes")
        \(server)
        """
    }
}

/// What the person at the screen does.
package enum Gesture: Sendable {
    case scroll(by: Int)
    /// Scrolls several times, without a load that ends meanwhile.
    case fling(by: Int, frames: Int)
    /// Pulls the list beyond an edge, or presses the button there.
    case ask(LoadDirection)
    case retry
    case refresh
    case jump(toRow: Int)
    /// The items of the source may have changed, several times while the list is loaded anew.
    case invalidate(times: Int)
    /// A page of the server gains items at its start or, if it gains none, loses its first one. The list does
    /// not know it yet.
    case serverChanges(page: Int, gaining: Int)
    /// Searches for something else: the list has another source, on each page of which the items stay whose
    /// identity is a multiple of a number.
    case replaceSource(keepingEach: Int)

    /// The gesture, or in place of some another source.
    var replacingSource: Gesture {
        switch self {
        case .retry: .replaceSource(keepingEach: 2)
        case .ask(.append): .replaceSource(keepingEach: .max)
        case .ask(.prepend): .replaceSource(keepingEach: 1)
        default: self
        }
    }

    /// Whether it repeats the loads that have failed.
    var isRetry: Bool {
        if case .retry = self { true } else { false }
    }

    /// Whether it invalidates the list while it is loaded anew.
    var invalidatesOften: Bool {
        if case .invalidate(let times) = self { times > 1 } else { false }
    }

    static func random(in setup: ViewerSetup, with random: inout SeededGenerator) -> Gesture {
        let distance = 1 + random.number(below: 2 * setup.viewport)
        switch random.number(below: 17) {
        case 15: return .scroll(by: random.number(below: 80) - 40)
        case 16: return .fling(by: random.number(below: 16) - 8, frames: 2 + random.number(below: 6))
        case 0..<4: return .scroll(by: distance)
        case 4..<7: return .scroll(by: -distance)
        case 7: return .ask(.append)
        case 8: return .ask(.prepend)
        case 9: return .refresh
        case 10: return .jump(toRow: random.number(below: 40))
        case 11, 12: return .invalidate(times: random.chance(70) ? 1 : 2 + random.number(below: 3))
        case 13: return .serverChanges(page: random.number(below: 16), gaining: random.number(below: 3))
        default: return .retry
        }
    }
}
