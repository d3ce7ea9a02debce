import Streams

/// What one active subscriber of an image has asked for, and what it has not been given yet.
///
/// A pure value: no lock, no call out. Progress is conflated to the latest; the outcome replaces it and is kept.
struct ImageOutlet<Image: Sendable, Downstream: Sendable>: Sendable {
    enum Delivery: Sendable {
        case state(ImageState<Image>, Downstream)
        /// The outlet comes along, so that it is released by the receiver and not under a lock.
        case finish(ImageOutlet)
    }

    private enum Pending: Sendable {
        case nothing
        case progress(ImageProgress)
        case outcome(ImageState<Image>)
        case finish
    }

    let loader: ImageLoader<Image>
    let downstream: Downstream
    var demand: Subscribers.Demand
    private(set) var ticket: ImageLoader<Image>.Table.Ticket?
    private var pending = Pending.nothing
    private var hasHeardOfFetch = false

    init(loader: ImageLoader<Image>, downstream: Downstream, demand: Subscribers.Demand) {
        self.loader = loader
        self.downstream = downstream
        self.demand = demand
    }

    /// Takes the place in a fetch, and how far it had come then, which counts unless there is newer news.
    mutating func follow(_ ticket: ImageLoader<Image>.Table.Ticket, from progress: ImageProgress) {
        self.ticket = ticket
        if !hasHeardOfFetch { offer(progress) }
    }

    mutating func offer(_ progress: ImageProgress) {
        hasHeardOfFetch = true
        switch pending {
        case .nothing, .progress: pending = .progress(progress)
        case .outcome, .finish: break
        }
    }

    mutating func offer(_ outcome: ImageState<Image>) {
        hasHeardOfFetch = true
        if case .finish = pending { return }
        pending = .outcome(outcome)
    }

    /// What is to be delivered now.
    mutating func next() -> Delivery? {
        switch pending {
        case .finish:
            return .finish(self)
        case .progress(let progress) where demand > .none:
            demand -= 1
            pending = .nothing
            return .state(loader.loading(progress), downstream)
        case .outcome(let outcome) where demand > .none:
            demand -= 1
            pending = .finish
            return .state(outcome, downstream)
        case .nothing, .progress, .outcome:
            return nil
        }
    }
}
