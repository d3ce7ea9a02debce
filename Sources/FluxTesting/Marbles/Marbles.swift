/// A stream written as text, one character for each step of time.
///
/// | text | meaning |
/// |---|---|
/// | `-` | a step without a signal |
/// | `a` | a value, and so is every other character that is not in this table |
/// | `[10]` | a value whose name has several characters; brackets in it come in pairs: `[[1, 2]]` |
/// | `(ab\|)` | signals of the same step, in this order |
/// | `\|` | the finish |
/// | `#` | the failure |
///
/// A value takes a step as silence does: in `"a-b|"`, `b` is sent two steps after `a`, and the finish one
/// step after `b`. Spaces and trailing silence are ignored.
public struct Marbles: Sendable, Hashable {
    /// A signal of a stream.
    public enum Event: Sendable, Hashable {
        /// A value, by its name.
        case value(String)

        /// The stream ended normally.
        case finish

        /// The stream failed.
        case failure
    }

    /// The signals of each step; the last step has one or more.
    public let steps: [[Event]]

    /// Creates marbles from the signals of each step.
    ///
    /// - Parameter steps: The signals of each step. Trailing silence is ignored.
    public init(steps: [[Event]]) {
        let end = steps.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
        self.steps = Array(steps[..<end])
    }

    /// Parses marbles.
    ///
    /// - Parameter text: As in the table above. An unbalanced bracket, and a group or `-` within a group, are
    ///   programming errors.
    public init(_ text: String) {
        var reader = MarbleReader()
        for character in text { reader.read(character) }
        self.init(steps: reader.finish(of: text))
    }

    /// Creates marbles from signals with their times.
    ///
    /// - Parameters:
    ///   - signals: The signals in order.
    ///   - step: The duration of a step, greater than zero; a signal within it is part of the step.
    public init(_ signals: some Sequence<(time: Duration, event: Event)>, step: Duration) {
        precondition(step > .zero, "The step must be greater than zero.")
        var steps: [[Event]] = []
        for (time, event) in signals {
            let index = time.wholeSteps(of: step)
            while steps.count <= index { steps.append([]) }
            steps[index].append(event)
        }
        self.init(steps: steps)
    }
}

extension Marbles: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self.init(text) }
}

extension Marbles: CustomStringConvertible {
    /// The marbles as text, without spaces and without silence at the end.
    public var description: String {
        steps.map { events in
            let texts = events.map(\.text)
            return texts.isEmpty ? "-" : texts.count == 1 ? texts[0] : "(\(texts.joined()))"
        }.joined()
    }
}

extension Marbles.Event {
    fileprivate var text: String {
        switch self {
        case .value(let name) where name.count == 1 && !MarbleReader.isReserved(name): name
        case .value(let name): "[\(name)]"
        case .finish: "|"
        case .failure: "#"
        }
    }
}

extension Duration {
    /// The number of whole steps, without the rounding of a floating-point division.
    fileprivate func wholeSteps(of step: Duration) -> Int { Int(exactAttoseconds / step.exactAttoseconds) }

    private var exactAttoseconds: Int128 {
        Int128(components.seconds) * 1_000_000_000_000_000_000 + Int128(components.attoseconds)
    }
}
