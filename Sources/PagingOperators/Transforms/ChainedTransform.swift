import Streams

/// Applies one transform to the output of another.
package struct ChainedTransform<Input: Sendable, Middle: Sendable, Output: Sendable>: PageTransform {
    private var first: any PageTransform<Input, Middle>
    private var second: any PageTransform<Middle, Output>
    /// The number of transforms in the first one.
    private let firstCount: Int

    package init(first: any PageTransform<Input, Middle>, second: any PageTransform<Middle, Output>) {
        self.first = first
        self.second = second
        firstCount = first.transformCount
    }

    package mutating func apply(_ change: PageChange<Input>) -> [PageChange<Output>] {
        pass(first.apply(change))
    }

    private mutating func pass(_ changes: [PageChange<Middle>]) -> [PageChange<Output>] {
        if changes.count == 1 { return second.apply(changes[0]) }
        return changes.flatMap { second.apply($0) }
    }

    package mutating func settle(_ rows: ConfirmedRows) -> [PageChange<Output>] {
        let changes = first.settle(rows)
        return changes.isEmpty ? second.settle(rows) : pass(changes) + second.settle(rows)
    }

    package mutating func perform(_ command: TransformCommand) -> [PageChange<Output>] {
        if command.position < firstCount { return pass(first.perform(command)) }
        return second.perform(command.moved(by: -firstCount))
    }

    package var commands: TransformCommands? {
        let (ofFirst, ofSecond) = (first.commands, second.commands)
        if ofFirst == nil && ofSecond == nil { return nil }
        return TransformCommands { [firstCount] receive in
            let first = ofFirst?.observe(receive)
            let second = ofSecond?.observe { receive($0.moved(by: firstCount)) }
            return AnyCancellable {
                first?.cancel()
                second?.cancel()
            }
        }
    }

    package var lastPageRepeats: Bool { first.lastPageRepeats || second.lastPageRepeats }

    package var transformCount: Int { firstCount + second.transformCount }

    package var hiddenDuplicates: Int? {
        guard let ofFirst = first.hiddenDuplicates, let ofSecond = second.hiddenDuplicates else { return nil }
        // Separators may be among the hidden rows.
        if ofSecond > 0, first.rowsRemovedBesidePage > 0 { return nil }
        return ofFirst + ofSecond
    }

    package func outcome(ofItem item: Int, page: Int) -> ItemOutcome {
        let outcome = first.outcome(ofItem: item, page: page)
        guard case .row(let row) = outcome else { return outcome }
        return second.outcome(ofItem: row, page: page)
    }

    package var rowsRemovedBesidePage: Int { first.rowsRemovedBesidePage + second.rowsRemovedBesidePage }

    package mutating func refreshBegins() {
        first.refreshBegins()
        second.refreshBegins()
    }

    package mutating func loadBegins(beyond edge: Edge) {
        first.loadBegins(beyond: edge)
        second.loadBegins(beyond: edge)
    }

    package mutating func beginGeneration() {
        first.beginGeneration()
        second.beginGeneration()
    }
}
