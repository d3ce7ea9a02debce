/// A running result of the values of a stream.
@usableFromInline
protocol Accumulator<Input, Value, Thrown>: Sendable {
    associatedtype Input: Sendable
    associatedtype Value: Sendable
    associatedtype Thrown: Error

    /// The result for the values so far; `nil` to finish without a value.
    var value: Value? { get }

    /// Adds the next value.
    mutating func add(_ input: Input) throws(Thrown) -> AccumulatorState
}

/// Whether further values can change the result of an accumulator.
@usableFromInline
enum AccumulatorState {
    case open, settled
}

/// Consumes a stream and sends a single result.
///
/// Requests unlimited demand from upstream, whatever downstream requests. The result is sent once there is
/// demand; a failure is sent at once. An accumulator that is settled before the stream finishes cancels
/// upstream.
@usableFromInline
final class ReduceProducer<Values: Accumulator, Failure: Error, Downstream: Subscriber>: Subscriber,
    @unchecked Sendable
where Downstream.Input == Values.Value, Downstream.Failure == Values.Thrown {
    // Sendable: `values` is touched by signals only, which are serial.
    @usableFromInline let upstream = SubscriptionLink()
    @usableFromInline let delivery = SingleValue()
    @usableFromInline let downstream: Downstream
    @usableFromInline let convert: @Sendable (Failure) -> Downstream.Failure
    /// Before a loop, all values of a subject are taken, also those that an operator in between has not
    /// requested. Not that of the loop, which counts one result.
    @usableFromInline let flowControl: Subscribers.FlowControl?
    @usableFromInline @exclusivity(unchecked) var values: Values

    @export(implementation)
    init(
        _ values: Values, for downstream: Downstream, convert: @escaping @Sendable (Failure) -> Values.Thrown
    ) {
        self.values = values
        self.downstream = downstream
        self.convert = convert
        flowControl =
            downstream.flowControl == nil
            ? nil : Subscribers.FlowControl(isOpen: true, requesting: .unlimited)
    }

    @export(implementation)
    func receive(subscription: any Subscription) {
        guard upstream.attach(subscription) else { return }
        let (upstream, delivery) = (upstream, delivery)
        downstream.receive(
            subscription: BoundSubscription(
                "Reduce",
                request: { delivery.request($0) },
                cancel: {
                    upstream.cancel()
                    delivery.cancel()
                },
                abandon: { delivery.abandon() }))
        upstream.request(.unlimited)
    }

    @export(implementation)
    func receive(_ input: Values.Input) -> Subscribers.Demand {
        if upstream.isStopped { return .none }
        do throws(Values.Thrown) {
            if try values.add(input) == .settled, upstream.cancelToFinish() { deliver() }
        } catch {
            if upstream.cancelToFinish() { downstream.receive(completion: .failure(error)) }
        }
        return .none
    }

    @export(implementation)
    func receive(completion: Subscribers.Completion<Failure>) {
        guard upstream.finish() else { return }
        switch completion {
        case .finished: deliver()
        case .failure(let error): downstream.receive(completion: .failure(convert(error)))
        }
    }

    @export(implementation)
    func deliver() {
        if let value = values.value {
            delivery.load(value, for: downstream)
        } else {
            downstream.receive(completion: .finished)
        }
    }
}

extension ReduceProducer where Failure == Values.Thrown {
    @export(implementation)
    convenience init(_ values: Values, for downstream: Downstream) {
        self.init(values, for: downstream, convert: { $0 })
    }
}

/// The result of an accumulator for a publisher whose values are known, computed without a stream.
///
/// - Returns: `nil` if the values are not known.
@export(implementation)
func knownResult<Values: Accumulator, P: Publisher>(
    _ values: Values, of upstream: P, for receiver: _ResultReceiver, convert: (P.Failure) -> Values.Thrown
) -> Result<Values.Value?, Values.Thrown>? where P.Output == Values.Input {
    guard receiver == .sink, upstream._hasKnownValues else { return nil }
    var values = values
    var end: Result<Values.Value?, Values.Thrown>?
    let completion = upstream._sendKnownValues { input in
        do throws(Values.Thrown) {
            if try values.add(input) == .open { return true }
            end = .success(values.value)
        } catch {
            end = .failure(error)
        }
        return false
    }
    if let end { return end }
    switch completion {
    case .finished: return .success(values.value)
    case .failure(let error): return .failure(convert(error))
    }
}

@export(implementation)
func knownResult<Values: Accumulator, P: Publisher>(
    _ values: Values, of upstream: P, for receiver: _ResultReceiver
) -> Result<Values.Value?, Values.Thrown>? where P.Output == Values.Input, P.Failure == Values.Thrown {
    knownResult(values, of: upstream, for: receiver, convert: { $0 })
}
