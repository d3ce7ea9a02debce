import PagingOperators
import Streams

/// Records the states of a feed, and checks that each `change` leads from the rows of one state to those of
/// the next.
///
/// ```swift
/// let recorder = StateRecorder(of: signals.paginate(threshold: 5, from: pages))
/// clock.run()
/// #expect(recorder.states.count == 2)
/// #expect(recorder.items == Array(0..<20))
/// try recorder.checkChanges()
/// ```
///
/// The recorder has rows of its own, which it updates by each state's `change`, as a table view does.
/// Releasing it cancels the subscription. It may be used from any thread. A state costs O(*n*) for *n* rows,
/// as all of them are compared.
public final class StateRecorder<Item: Sendable>: Sendable {
    private let receiver: StateReceiver<Item>

    /// Subscribes to a feed.
    ///
    /// - Parameters:
    ///   - feed: The publisher of states.
    ///   - demand: The number of states that are requested at once; ``request(_:)`` requests more.
    ///   - isSame: Returns whether two items are equal, to find rows that changed without an update.
    public init<Feed: Publisher>(
        of feed: Feed, demand: Subscribers.Demand = .unlimited,
        isSame: @escaping @Sendable (Item, Item) -> Bool
    ) where Feed.Output == ViewState<Item>, Feed.Failure == Never {
        receiver = StateReceiver(demand: demand, isSame: isSame)
        feed.subscribe(receiver)
    }

    /// Subscribes to a feed.
    ///
    /// - Parameters:
    ///   - feed: The publisher of states.
    ///   - demand: The number of states that are requested at once; ``request(_:)`` requests more.
    public convenience init<Feed: Publisher>(of feed: Feed, demand: Subscribers.Demand = .unlimited)
    where Item: Equatable, Feed.Output == ViewState<Item>, Feed.Failure == Never {
        self.init(of: feed, demand: demand, isSame: { $0 == $1 })
    }

    deinit {
        receiver.upstream.cancel()
    }

    /// Requests more states.
    ///
    /// - Parameter demand: The number of states.
    public func request(_ demand: Subscribers.Demand) {
        receiver.upstream.request(demand)
    }

    /// Cancels the subscription.
    public func cancel() {
        receiver.upstream.cancel()
    }
}

// What was recorded.
extension StateRecorder {
    /// The states that were received, in order.
    public var states: [ViewState<Item>] { receiver.record.states }

    /// The state that was received last; one without rows before the first.
    public var state: ViewState<Item> { states.last ?? ViewState() }

    /// The rows to which the changes have led.
    public var rows: [ListRow<Item>] { receiver.record.mirror.rows }

    /// The items to which the changes have led.
    public var items: [Item] { rows.compactMap(\.item) }

    /// The changes that did not lead to the rows of their state. The rows are the state's afterwards.
    public var mismatches: [ListMismatch] { receiver.record.mismatches }

    /// Throws the first mismatch, if there was one.
    public func checkChanges() throws(ListMismatch) {
        if let mismatch = mismatches.first { throw mismatch }
    }

    /// Whether the feed has finished.
    public var isFinished: Bool { receiver.record.isFinished }
}

extension MirroredRows {
    /// The rows after a state, and how its change does not lead to them; `nil` if it does.
    ///
    /// - Parameter isFirst: Whether it is the first state, which may be made by hand, without a change.
    fileprivate func following(
        _ state: ViewState<Item>, isFirst: Bool
    ) -> (rows: Self, mismatch: ListMismatch?) {
        var rows = self
        if state.change.isReload || isFirst && state.change == RowChange() {
            rows.reload(state)
            return (rows, nil)
        }
        do throws(ListMismatch) {
            try rows.apply(state)
            return (rows, nil)
        } catch {
            return (rows, error)
        }
    }
}

/// Receives the states of a feed.
private final class StateReceiver<Item: Sendable>: Subscriber {
    typealias Input = ViewState<Item>
    typealias Failure = Never

    struct Record: Sendable {
        var states: [ViewState<Item>] = []
        var mirror: MirroredRows<Item>
        var mismatches: [ListMismatch] = []
        var isFinished = false
    }

    let upstream = SubscriptionLink()
    private let demand: Subscribers.Demand
    private let state: Locked<Record>

    init(demand: Subscribers.Demand, isSame: @escaping @Sendable (Item, Item) -> Bool) {
        self.demand = demand
        state = Locked(Record(mirror: MirroredRows(isSame: isSame)))
    }

    var record: Record { state.withLock { $0 } }

    func receive(subscription: any Subscription) {
        if upstream.attach(subscription) { subscription.request(demand) }
    }

    func receive(_ state: ViewState<Item>) -> Subscribers.Demand {
        // Compared outside the lock: states arrive one at a time.
        let (before, isFirst) = self.state.withLock { ($0.mirror, $0.states.isEmpty) }
        let (mirror, mismatch) = before.following(state, isFirst: isFirst)
        // The states are appended to in place. A copy would cost all of them.
        let old = self.state.withLock { record in
            let old = record.mirror
            record.mirror = mirror
            record.states.append(state)
            if let mismatch { record.mismatches.append(mismatch) }
            return old
        }
        withExtendedLifetime(old) {}
        return .none
    }

    func receive(completion: Subscribers.Completion<Never>) {
        if upstream.finish() { state.withLock { $0.isFinished = true } }
    }
}
