import FluxTimeline
import Foundation
import PagingOperators

/// A stream that differs from the one that a test expects, thrown by ``Marbles/check(_:)``.
///
/// It prints both one under the other, with the signals of each step in one column, and marks the first step
/// that differs:
///
/// ```
/// expected  -----c---(d|)
/// actual    ---c-----(d|)
///              ^
/// ```
public struct MarbleMismatch: Error, Sendable, Hashable, CustomStringConvertible {
    /// The stream that the test expects.
    public let expected: Marbles

    /// The stream that was recorded.
    public let actual: Marbles

    /// The first step in which they differ.
    public let step: Int

    /// Compares two streams.
    ///
    /// - Returns: `nil` if they are equal.
    init?(expected: Marbles, actual: Marbles) {
        let count = max(expected.steps.count, actual.steps.count)
        let differing = (0..<count).first { expected.signals(inStep: $0) != actual.signals(inStep: $0) }
        guard let differing else { return nil }
        self.expected = expected
        self.actual = actual
        step = differing
    }

    public var description: String {
        var lines = (expected: "expected  ", actual: "actual    ", mark: "          ")
        for index in 0..<max(expected.steps.count, actual.steps.count) {
            let (one, other) = (expected.text(ofStep: index), actual.text(ofStep: index))
            let width = max(one.count, other.count)
            lines.expected += one.filled(to: width)
            lines.actual += other.filled(to: width)
            if index < step { lines.mark += "".filled(to: width) }
        }
        return [lines.expected, lines.actual, lines.mark + "^"]
            .map { String($0.reversed().drop { $0 == " " }.reversed()) }
            .joined(separator: "\n")
    }
}

extension MarbleMismatch: LocalizedError {
    public var errorDescription: String? { description }
}

extension Marbles {
    /// Throws if the stream differs from the expected one, with both aligned in time.
    ///
    /// ```swift
    /// try stage.marbles(of: settled).check("-----c---(d|)")
    /// ```
    ///
    /// When it fails, it writes both as a picture to a file, whose path is printed on standard error. The
    /// file is in the folder that the environment names as `FLUX_TIMELINES`, or the temporary one.
    ///
    /// - Parameter expected: The stream that the test expects.
    public func check(_ expected: Marbles) throws(MarbleMismatch) {
        guard let mismatch = MarbleMismatch(expected: expected, actual: self) else { return }
        let timeline = Timeline()
        expected.record(in: timeline, as: "expected")
        record(in: timeline, as: "actual")
        FailedRun.write(timeline, of: "marbles")
        throw mismatch
    }

    /// Records the stream, one second for each step.
    private func record(in timeline: Timeline, as name: String) {
        for (index, events) in steps.enumerated() {
            let time = Duration.seconds(index)
            for event in events {
                switch event {
                case .value(let value): timeline.record(value, as: name, at: time)
                case .finish: timeline.recordEnd("finished", isFailure: false, as: name, at: time)
                case .failure: timeline.recordEnd("failed", isFailure: true, as: name, at: time)
                }
            }
        }
    }

    fileprivate func signals(inStep index: Int) -> [Event] {
        index < steps.count ? steps[index] : []
    }

    /// The signals of a step as text on one line; nothing after the last one.
    fileprivate func text(ofStep index: Int) -> String {
        guard index < steps.count else { return "" }
        return Marbles(steps: [steps[index]]).text.onOneLine
    }

    /// The only step as text.
    private var text: String { steps.isEmpty ? "-" : description }
}

extension String {
    /// The text with escapes for line breaks, and spaces for other control characters.
    fileprivate var onOneLine: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            switch (scalar, scalar.properties.generalCategory) {
            case ("\n", _): text += "\\n"
            case ("\r", _): text += "\\r"
            case (_, .control), (_, .lineSeparator), (_, .paragraphSeparator): text += " "
            default: text.unicodeScalars.append(scalar)
            }
        }
    }

    fileprivate func filled(to width: Int) -> String { self + String(repeating: " ", count: width - count) }
}
