import Streams
import Testing

/// A stage for marble tests: streams are written as text, one character a second of virtual time.
///
/// `-` is a second without a signal, `|` the finish, `#` or `x` the failure ``TestError/boom``, and every other
/// character a value. Signals in parentheses come in the same second: `a--(b|)`.
///
/// ```swift
/// let stage = Stage()
/// let letters = stage.hot("a--b--|")
/// stage.expect(letters.map { $0.uppercased() }, "A--B--|")
/// ```
final class Stage: Sendable {
    let time = VirtualTimeScheduler()

    /// A stream whose signals come whether or not anybody listens.
    func hot(_ marbles: String) -> AnyPublisher<String, TestError> {
        let subject = PassthroughSubject<String, TestError>()
        play(marbles, into: subject)
        return subject.eraseToAnyPublisher()
    }

    /// A stream that starts for each subscriber anew.
    func cold(_ marbles: String) -> AnyPublisher<String, TestError> {
        Deferred { [self] in
            let subject = PassthroughSubject<String, TestError>()
            play(marbles, into: subject)
            return subject
        }.eraseToAnyPublisher()
    }

    /// Subscribes, lets all time pass, and compares what came with what should have come.
    ///
    /// - Parameters:
    ///   - publisher: What is tested.
    ///   - marbles: What it should send.
    ///   - cancelling: When it is cancelled: marbles that end in `!`.
    func expect<P: Publisher>(
        _ publisher: P, _ marbles: String, cancelling: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) where P.Output == String, P.Failure == TestError {
        let probe = recording(publisher)
        if let cancelling {
            time.schedule(after: .seconds(cancelling.count - 1)) { probe.cancel() }
        }
        time.run()
        #expect(probe.text == Marbles(marbles).description, sourceLocation: sourceLocation)
        #expect(probe.violations == [], sourceLocation: sourceLocation)
    }

    private func play(_ marbles: String, into subject: PassthroughSubject<String, TestError>) {
        for (second, signals) in Marbles(marbles).seconds.enumerated() where !signals.isEmpty {
            time.schedule(after: .seconds(second)) {
                for signal in signals { signal.send(to: subject) }
            }
        }
    }

    private func recording<P: Publisher>(_ publisher: P) -> Recording
    where P.Output == String, P.Failure == TestError {
        let log = Log<(Int, Marbles.Signal)>()
        let start = time.now
        let second: @Sendable () -> Int = { [time] in Int((time.now - start).components.seconds) }
        let probe = publisher.probe(
            onValue: { _, value in log.append((second(), .value(value))) },
            onCompletion: { probe in
                log.append((second(), probe.failure == nil ? .finish : .failure))
            })
        return Recording(log: log, probe: probe)
    }

    private struct Recording: Sendable {
        let log: Log<(Int, Marbles.Signal)>
        let probe: Probe<String, TestError>

        var text: String { Marbles(log.entries).description }
        var violations: [String] { probe.violations }
        func cancel() { probe.cancel() }
    }
}

/// The signals of each second.
struct Marbles: CustomStringConvertible {
    enum Signal: Sendable {
        case value(String)
        case finish
        case failure

        init(_ character: Character) {
            switch character {
            case "|": self = .finish
            case "#", "x": self = .failure
            default: self = .value(String(character))
            }
        }

        var text: String {
            switch self {
            case .value(let text): text
            case .finish: "|"
            case .failure: "#"
            }
        }

        func send(to subject: PassthroughSubject<String, TestError>) {
            switch self {
            case .value(let value): subject.send(value)
            case .finish: subject.send(completion: .finished)
            case .failure: subject.send(completion: .failure(.boom))
            }
        }
    }

    private(set) var seconds: [[Signal]] = []

    init(_ text: String) {
        var isInGroup = false
        for character in text {
            switch character {
            case "(":
                seconds.append([])
                isInGroup = true
            case ")": isInGroup = false
            case "-": seconds.append([])
            default:
                if !isInGroup { seconds.append([]) }
                seconds[seconds.count - 1].append(Signal(character))
            }
        }
    }

    init(_ signals: [(second: Int, signal: Signal)]) {
        for (second, signal) in signals {
            while seconds.count <= second { seconds.append([]) }
            seconds[second].append(signal)
        }
    }

    /// The text, without the silence at its end.
    var description: String {
        let text = seconds.map { signals in
            let texts = signals.map(\.text)
            return texts.isEmpty ? "-" : texts.count == 1 ? texts[0] : "(\(texts.joined()))"
        }.joined()
        return String(text.reversed().drop { $0 == "-" }.reversed())
    }
}
