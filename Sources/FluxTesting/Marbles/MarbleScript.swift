import Streams

/// The signals of marbles, with their steps.
struct MarbleScript<Value: Sendable, Failure: Error>: Sendable {
    let steps: [(index: Int, signals: [Signal<Value, Failure>])]

    /// - Parameter failure: The failure for `#`; `nil` for streams that cannot fail.
    init(_ marbles: Marbles, failure: Failure?, value: (String) -> Value) {
        steps = marbles.steps.enumerated().compactMap { index, events in
            if events.isEmpty { return nil }
            return (
                index,
                events.map { event in
                    switch event {
                    case .value(let name): return .value(value(name))
                    case .finish: return .finished
                    case .failure:
                        guard let failure else {
                            preconditionFailure("\(marbles) contains #, but its stream cannot fail.")
                        }
                        return .failure(failure)
                    }
                }
            )
        }
    }

    init(_ marbles: Marbles, failure: Failure?, values: [String: Value]) {
        self.init(marbles, failure: failure) { name in
            guard let value = values[name] else {
                preconditionFailure("\(marbles) contains \(name), which has no value.")
            }
            return value
        }
    }
}
