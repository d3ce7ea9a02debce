import Flux
import FluxTesting
import Testing

/// The diagrams in the documentation of operators show what the operators send.
///
/// A column is a second. A name of several characters takes as many columns, from that of its time on.
struct MarbleDiagramTests {
    typealias Stream = AnyPublisher<String, TestFailure>

    /// An operator whose diagram has the lines `self`, `other` where there is another stream, and the result.
    nonisolated struct Operation: Sendable, CustomStringConvertible {
        /// The beginning of the line of the result.
        let description: String

        /// The result, for the streams of the other lines.
        let result: @Sendable (_ upstream: Stream, _ other: Stream, _ time: VirtualTimeScheduler) -> Stream

        init<Result: Publisher<String, TestFailure>>(
            _ description: String,
            _ result: @escaping @Sendable (Stream, Stream, VirtualTimeScheduler) -> Result
        ) {
            self.description = description
            self.result = { result($0, $1, $2).eraseToAnyPublisher() }
        }
    }

    nonisolated private static let operations = [
        Operation("map") { values, _, _ in values.map { ["1": "a", "2": "b", "3": "c"][$0] ?? "" } },
        Operation("scan") { values, _, _ in values.map(number).scan(0, +).map { "\($0)" } },
        Operation("pairwise") { values, _, _ in values.Streams::pairwise().map { "(\($0.0),\($0.1))" } },
        Operation("filter") { values, _, _ in values.filter { number($0).isMultiple(of: 2) } },
        Operation("compactMap") { values, _, _ in values.compactMap { Int($0) }.map { "\($0)" } },
        Operation("removeDuplicates") { values, _, _ in values.removeDuplicates() },
        Operation("dedupe") { values, _, _ in values.dedupe(by: \.self) },
        Operation("replaceEmpty(0)") { values, _, _ in values.replaceEmpty(with: "0") },
        Operation("dropFirst(2)") { values, _, _ in values.dropFirst(2) },
        Operation("drop(while)") { values, _, _ in values.drop { number($0) < 3 } },
        Operation("drop(untilOutputFrom)") { values, other, _ in values.drop(untilOutputFrom: other) },
        Operation("prefix(2)") { values, _, _ in values.prefix(2) },
        Operation("prefix(while)") { values, _, _ in values.prefix { number($0) < 3 } },
        Operation("prefix(untilOutputFrom)") { values, other, _ in values.prefix(untilOutputFrom: other) },
        Operation("first") { values, _, _ in values.first() },
        Operation("first(where)") { values, _, _ in values.first { number($0) > 2 } },
        Operation("last") { values, _, _ in values.last() },
        Operation("last(where)") { values, _, _ in values.last { number($0) < 4 } },
        Operation("output(1...2)") { values, _, _ in values.output(in: 1...2) },
        Operation("reduce") { values, _, _ in values.map(number).reduce(0, +).map { "\($0)" } },
        Operation("min") { values, _, _ in values.min() },
        Operation("max") { values, _, _ in values.max() },
        Operation("count") { values, _, _ in values.count().map { "\($0)" } },
        Operation("collect") { values, _, _ in values.collect().map(group) },
        Operation("collect(2)") { values, _, _ in values.collect(2).map(group) },
        Operation("collect(.byTime(time, 5))") { values, _, time in
            values.collect(.byTime(time, .seconds(5))).map(group)
        },
        Operation("contains(3)") { values, _, _ in values.contains("3").map { "\($0)" } },
        Operation("contains(where)") { values, _, _ in values.contains { number($0) > 2 }.map { "\($0)" } },
        Operation("allSatisfy") { values, _, _ in values.allSatisfy { number($0) < 3 }.map { "\($0)" } },
        Operation("merge") { values, other, _ in values.merge(with: other) },
        Operation("zip") { values, other, _ in values.zip(other).map { $0.0 + $0.1 } },
        Operation("combineLatest") { values, other, _ in values.combineLatest(other).map { $0.0 + $0.1 } },
        Operation("withLatestFrom") { values, other, _ in values.withLatestFrom(other) { $0 + $1 } },
        Operation("race") { values, other, _ in values.race(with: other) },
        Operation("debounce(2)") { values, _, time in values.debounce(for: .seconds(2), scheduler: time) },
        Operation("throttle(3, latest: true)") { values, _, time in
            values.throttle(for: .seconds(3), scheduler: time, latest: true)
        },
        Operation("throttle(3, latest: false)") { values, _, time in
            values.throttle(for: .seconds(3), scheduler: time, latest: false)
        },
        Operation("delay(2)") { values, _, time in values.delay(for: .seconds(2), scheduler: time) },
        Operation("timeout(5)") { values, _, time in values.timeout(.seconds(5), scheduler: time) },
    ]

    @Test(arguments: operations)
    func operatorSendsWhatItsDiagramShows(_ operation: Operation) throws {
        let diagrams = try Self.diagrams.get()
        let lines = try #require(
            diagrams.first { $0[operation.description] != nil && $0["self"] != nil })
        let stage = MarbleStage()
        let upstream: Stream = stage.hot(Marbles(try #require(lines["self"])))
        let other: Stream = stage.hot(Marbles(lines["other"] ?? ""))
        let marbles = stage.marbles(of: operation.result(upstream, other, stage.time))
        #expect(Self.columns(of: marbles) == lines[operation.description])
    }

    /// The diagrams of operators: the columns of their lines, by the beginnings of the lines.
    private static let diagrams = Result {
        try SourceFile.all(in: "Sources/Streams/Operators", kind: "swift").flatMap { file in
            let lines = file.documentation
            return lines.indices.filter { lines[$0].hasPrefix("self ") }.map { first in
                columns(of: lines[first...].prefix { $0 != "```" })
            }
        }
    }

    /// The columns begin where those of `self` do, and end before a remark, which follows several spaces.
    private static func columns(of lines: some Collection<Substring>) -> [String: String] {
        let start = lines.first.map { 4 + $0.dropFirst(4).prefix { $0 == " " }.count } ?? 0
        return lines.reduce(into: [:]) { columns, line in
            let label = line.prefix(start).split(separator: " ").joined(separator: " ")
            columns[label] = line.dropFirst(start).split(separator: "  ").first.map(String.init)
        }
    }

    /// The signals as a diagram shows them.
    private static func columns(of marbles: Marbles) -> String {
        var line = ""
        for (step, events) in marbles.steps.enumerated() where !events.isEmpty {
            let names = events.map { event in
                switch event {
                case .value(let name): name
                case .finish: "|"
                case .failure: "x"
                }
            }
            line += String(repeating: "-", count: max(0, step - line.count))
            line += names.count == 1 ? names[0] : "(\(names.joined()))"
        }
        return line
    }
}

nonisolated private func number(_ name: String) -> Int { Int(name) ?? 0 }

nonisolated private func group(_ names: [String]) -> String { "[\(names.joined(separator: ","))]" }
