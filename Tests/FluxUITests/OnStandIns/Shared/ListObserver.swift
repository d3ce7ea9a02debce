import Foundation
import PagingOperators
import PagingSimulation
import SeededRandom

#if canImport(UIKit)
    import UIKit
#else
    import AppKit
#endif

/// Shows states on a screen, and looks for cells with other texts, and for jumps.
@MainActor
struct ListObserver {
    let screen: any ListScreen

    /// Shows a state.
    ///
    /// - Returns: What is wrong afterwards.
    func show(_ state: ViewState<SimulatedRow>) -> String? {
        screen.layOut()
        let offset = screen.offset
        let isAtRest = offset == screen.rest(offset)
        let rows = screen.rowsInView
        let first = rows.map { screen.distance(ofRow: $0.lowerBound) }
        let items = (rows ?? 0..<0).map { (row: $0, distance: screen.distance(ofRow: $0)) }
        screen.show(state)
        screen.layOut()
        if let problem = wrongCell { return problem }
        if screen.isDiffable || state.rowCount == 0 { return nil }
        if case .jump(let row) = state.scrollTarget {
            return misplacement(ofRow: row, at: screen.geometry.insets.top)
        }
        guard isAtRest, let rows, let first else { return nil }
        if state.change.isEmpty, state.scrollTarget == nil {
            // A section of a page that is loaded may be gone at the end.
            return screen.offset == screen.rest(offset)
                ? nil : "scrolls from \(offset) to \(screen.offset) without a change"
        }
        // The list of another source: from the start of one to the start of the other.
        let isAtStart = !state.change.isReload && rows.lowerBound == 0
        if isAtStart, case .moved(let row, let distance) = state.scrollTarget, row == distance {
            return misplacement(ofRow: row, at: first)
        }
        // The first row that stays in place, or one that has moved; or else the next one, in the place of the
        // first.
        let moved = state.change.moved.map(\.source)
        let stays = items.filter { state.change.row(afterMoving: $0.row) != nil }
        guard let item = stays.first(where: { !moved.contains($0.row) }) ?? stays.first,
            let row = state.change.row(afterMoving: item.row)
        else { return misplacement(ofRow: state.topRow(following: rows), at: first) }
        return misplacement(ofRow: row, at: item.distance)
    }

    /// Whether a row that should be at a distance from the top of the screen is elsewhere, and not for lack
    /// of content.
    private func misplacement(ofRow row: Int, at distance: CGFloat) -> String? {
        let expected = screen.rest(screen.minY(ofRow: row) - distance)
        if abs(screen.offset - expected) < 0.01 { return nil }
        return "row \(row) is \(screen.distance(ofRow: row)) below the top, not \(distance)"
    }

    /// A cell in view that is missing, or shows another row.
    private var wrongCell: String? {
        let (texts, rows) = (screen.texts, screen.rowsInView ?? 0..<0)
        if texts.keys.sorted() != Array(rows) {
            return "cells of rows \(texts.keys.sorted()), not of \(rows)"
        }
        if let last = rows.last, last >= screen.rowCount {
            return "row \(last) of \(screen.rowCount) is in view"
        }
        return rows.lazy.filter { texts[$0] != screen.text(ofRow: $0) }
            .map { "row \($0) shows \(texts[$0] ?? "nothing"), not \(screen.text(ofRow: $0))" }.first
    }
}

/// Plays the random sessions of the simulation on a screen.
@MainActor
enum RandomFeeds {
    /// What a screen sees of the sessions of a seed, one of each simulation.
    struct Sessions {
        let seed: UInt64
        let events: [[ScreenEvent]]

        init(seed: UInt64) {
            self.seed = seed
            events = [ViewerSimulation.events(ofSeed: seed).events, Simulation.events(ofSeed: seed)]
        }
    }

    /// Shows sessions.
    ///
    /// - Returns: What went wrong; `nil` if nothing did.
    static func problem(on screen: any ListScreen.Type, in sessions: Sessions) -> String? {
        var problem: String?
        let raised = Exceptions.raised {
            for events in sessions.events where problem == nil {
                problem = play(events, on: screen, seed: sessions.seed)
            }
        }
        return raised.first ?? problem
    }

    private static func play(
        _ events: [ScreenEvent], on type: any ListScreen.Type, seed: UInt64
    ) -> String? {
        var random = SeededGenerator(seed: seed)
        let geometry = ListGeometry(with: &random)
        // A slow screen skips states.
        let skips = random.chance(30) ? 1 + random.number(below: 3) : 0
        let rests = random.chance(50)
        var observer = ListObserver(screen: type.init(geometry))
        var skipped: ViewState<SimulatedRow>?
        var skippedCount = 0
        for event in events {
            switch event {
            case .open:
                observer = ListObserver(screen: type.init(geometry))
                (skipped, skippedCount) = (nil, 0)
            case .scroll(let row):
                observer.screen.scroll(toRow: row, plus: rests ? 0 : CGFloat(random.number(below: 10)))
            case .show(var state):
                if let skipped { state = state.conflated(with: skipped) }
                // Identities of rows have to be unique for diffable data sources.
                if observer.screen.isDiffable, Set(state.items.map(\.id)).count < state.items.count {
                    return nil
                }
                if skippedCount < skips {
                    (skipped, skippedCount) = (state, skippedCount + 1)
                    continue
                }
                (skipped, skippedCount) = (nil, 0)
                if random.chance(20) {
                    let row = random.number(below: max(1, observer.screen.rowCount))
                    observer.screen.scroll(toRow: row, plus: CGFloat(random.number(below: 10)))
                }
                let (rows, offset) = (observer.screen.rowsInView, observer.screen.offset)
                guard let problem = observer.show(state) else { continue }
                return """
                    \(problem); \(String(describing: rows)) were in view at \(offset), \(state.change), \
                    \(String(describing: state.scrollTarget)), \(geometry)
                    """
            }
        }
        return nil
    }
}

extension ListGeometry {
    init(with random: inout SeededGenerator) {
        height = CGFloat(10 * (1 + random.number(below: 12)))
        if random.chance(50) {
            insets = (CGFloat(random.number(below: 30)), CGFloat(random.number(below: 20)))
        }
        if random.chance(30) { placeholderHeight = 4 }
        if random.chance(30) { rowsBefore = 1 + random.number(below: 4) }
        if random.chance(30) { columns = 2 + random.number(below: 2) }
        hasLoadingSection = random.chance(30)
    }
}
