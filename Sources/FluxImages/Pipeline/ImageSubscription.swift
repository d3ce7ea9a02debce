import Streams

/// Delivers the states of one image to one subscriber, conflated to the latest by demand.
///
/// Not generic: states are objects, and what depends on their type is a closure, which is made where the
/// types are known. Unspecialized code would look up the metadata of every type it uses, and so would the
/// release of the variables.
@usableFromInline
final class ImageSubscription: SourceSubscription, FetchObserver, CustomStringConvertible {
    @usableFromInline
    enum Action: Sendable {
        /// Load the image, if it is not in memory.
        case start
        /// Send a state of loading, with the preview to show.
        case progress(ImageProgress, preview: AnyImageState?)
        /// Send a state.
        case state(AnyImageState)
        /// Send the completion.
        case finish
    }

    /// Performs an action.
    ///
    /// - Returns: The additional demand.
    @usableFromInline
    typealias Perform = @Sendable (ImageSubscription, Action) -> Subscribers.Demand

    fileprivate enum Phase {
        /// The fetch has reported nothing.
        case waiting
        case loading(ImageProgress)
        /// An image is shown, which one of a higher number may replace.
        case shown(number: Int)
        /// No state follows.
        case ended
        /// The completion was sent, or the subscription was cancelled.
        case stopped
    }

    fileprivate struct State: Sendable {
        var phase = Phase.waiting
        var demand = Subscribers.Demand.none
        /// Whether there was any demand, which starts the fetch.
        var isRequested = false
        /// Whether a caller is sending states; it sends those of others, too.
        var isSending = false
        /// The state to send next.
        var next: Action?
        var preview: AnyImageState?
        /// The number of the preview.
        var previewNumber = 0
        var hold: (any Cancellable)?
        /// Released at the end, because it holds the subscriber.
        var perform: Perform?
    }

    @usableFromInline let request: ImageRequest
    @usableFromInline let livePriority: LiveImagePriority?
    @usableFromInline let use: ImageUse
    private let state: Locked<State>

    /// - Parameters:
    ///   - request: The request of the image.
    ///   - livePriority: A priority that may change, in place of a constant one.
    ///   - use: What the subscriber needs of the image.
    ///   - perform: Performs the actions, one at a time.
    @usableFromInline
    init(
        _ request: ImageRequest, _ livePriority: LiveImagePriority? = nil, for use: ImageUse = .shown,
        perform: @escaping Perform
    ) {
        self.request = request
        self.livePriority = livePriority
        self.use = use
        state = Locked(State(perform: perform))
    }

    @usableFromInline var description: String { "Subscription" }
}

// Downstream's side.
extension ImageSubscription {
    @usableFromInline
    func request(_ demand: Subscribers.Demand) {
        if demand == .none { return }
        var start: Perform?
        change { state in
            state.demand += demand
            if !state.isRequested { start = state.perform }
            state.isRequested = true
            return nil
        }
        _ = start?(self, .start)
    }

    /// Also called at the end, before the completion is sent.
    @usableFromInline
    func cancel() {
        // Released outside the lock.
        let ended = state.withLock { state in
            let ended = state
            state = State(phase: .stopped, isRequested: true, isSending: state.isSending)
            return ended
        }
        ended.hold?.cancel()
    }
}

// The fetch's side.
extension ImageSubscription {
    @usableFromInline
    func follow(from progress: ImageProgress, hold: any Cancellable) {
        let (isStopped, old): (Bool, (any Cancellable)?) = state.withLock { state in
            if case .stopped = state.phase { return (true, nil) }
            defer { state.hold = hold }
            return (false, state.hold)
        }
        if isStopped { return hold.cancel() }
        // That of a fetch that another one replaces: released outside the lock.
        withExtendedLifetime(old) {}
        change { state in
            // The fetch may have reported more before.
            if case .waiting = state.phase { state.offer(progress) } else { nil }
        }
    }

    @usableFromInline
    func advance(to progress: ImageProgress) {
        change { $0.offer(progress) }
    }

    @usableFromInline
    func preview(_ preview: AnyImageState, number: Int) {
        change { $0.offer(preview: preview, number: number) }
    }

    @usableFromInline
    func show(_ newState: AnyImageState, number: Int) {
        change { $0.offer(newState, number: number) }
    }

    @usableFromInline
    func finish(with last: AnyImageState?) {
        change { state in
            let skipped = last.flatMap { state.offer($0, number: .max) }
            state.end()
            return skipped
        }
    }

    /// Changes the state, and sends what is to be sent, unless another caller is sending.
    ///
    /// - Parameter body: Returns what it has replaced, to be released outside the lock.
    private func change(_ body: (inout State) -> Action?) {
        var (next, replaced): ((Action, Perform)?, Action?) = state.withLock { state in
            let replaced = body(&state)
            return (state.isSending ? nil : state.takeNext(), replaced)
        }
        while let (action, perform) = next {
            if case .finish = action { cancel() }
            let demand = perform(self, action)
            next = state.withLock { state in
                state.demand += demand
                return state.takeNext()
            }
        }
        withExtendedLifetime(replaced) {}
    }
}

extension ImageSubscription.State {
    /// Takes progress, unless an image is shown already, which is being validated.
    mutating func offer(_ progress: ImageProgress) -> ImageSubscription.Action? {
        switch phase {
        case .waiting, .loading:
            phase = .loading(progress)
            return exchange(&next, with: makeAction(progress))
        case .shown, .ended, .stopped:
            return nil
        }
    }

    mutating func offer(preview new: AnyImageState, number: Int) -> ImageSubscription.Action? {
        if case .stopped = phase { return nil }
        // It is older than the one that is shown, or the same.
        if number <= previewNumber { return nil }
        let old = preview.map { ImageSubscription.Action.state($0) }
        (preview, previewNumber) = (new, number)
        guard case .loading(let progress) = phase else { return old }
        return exchange(&next, with: makeAction(progress)) ?? old
    }

    private func makeAction(_ progress: ImageProgress) -> ImageSubscription.Action {
        var progress = progress
        progress.previewNumber = previewNumber
        return .progress(progress, preview: preview)
    }

    mutating func offer(_ state: AnyImageState, number: Int) -> ImageSubscription.Action? {
        switch phase {
        // It is older: the thread that shows it was slower than that of a newer one.
        case .shown(let shown) where shown > number: return nil
        case .waiting, .loading, .shown:
            phase = .shown(number: number)
            return exchange(&next, with: .state(state))
        case .ended, .stopped:
            return nil
        }
    }

    mutating func end() {
        if case .stopped = phase { return }
        phase = .ended
    }

    /// Takes out what is to be sent now. Its caller is the one that sends until there is nothing.
    mutating func takeNext() -> (ImageSubscription.Action, ImageSubscription.Perform)? {
        isSending = false
        guard let perform else { return nil }
        if let action = next {
            if demand == .none { return nil }
            demand -= 1
            next = nil
            isSending = true
            return (action, perform)
        }
        guard case .ended = phase else { return nil }
        phase = .stopped
        self.perform = nil
        return (.finish, perform)
    }
}
