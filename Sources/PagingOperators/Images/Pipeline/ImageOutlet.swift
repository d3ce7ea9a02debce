import Streams

/// The demand of one subscriber of an image, and the state that waits for demand.
///
/// A pure value: no lock, no call out. Progress is conflated to the latest; the outcome replaces it and is kept.
@usableFromInline
struct ImageOutlet<Image: Sendable, Downstream: Sendable>: Sendable {
    @usableFromInline
    enum Delivery: Sendable {
        case loading(ImageProgress, ImageOutlet)
        case outcome(ImageState<Image>, ImageOutlet)
        case finish(ImageOutlet)
    }

    @usableFromInline
    enum Pending: Sendable {
        case nothing
        case progress(ImageProgress)
        case outcome(ImageState<Image>)
        case finish
    }

    @usableFromInline let loader: ImageLoader<Image>
    @usableFromInline let downstream: Downstream
    @usableFromInline var demand: Subscribers.Demand
    @usableFromInline var pending = Pending.nothing
    @usableFromInline var hasUpdate = false
    @usableFromInline var stop: (@Sendable () -> Void)?

    @inlinable
    init(loader: ImageLoader<Image>, downstream: Downstream, demand: Subscribers.Demand) {
        self.loader = loader
        self.downstream = downstream
        self.demand = demand
    }

    /// Takes the progress of the fetch at the time the observer was added, which may be reported late.
    @usableFromInline
    mutating func follow(from progress: ImageProgress, stop: @escaping @Sendable () -> Void) {
        self.stop = stop
        if !hasUpdate { offer(progress) }
    }

    @usableFromInline
    mutating func offer(_ progress: ImageProgress) {
        hasUpdate = true
        switch pending {
        case .nothing, .progress: pending = .progress(progress)
        case .outcome, .finish: break
        }
    }

    @inlinable
    mutating func offer(_ outcome: ImageState<Image>) {
        hasUpdate = true
        switch pending {
        case .nothing, .progress: pending = .outcome(outcome)
        case .outcome, .finish: break
        }
    }

    /// The signal to deliver, if there is one and demand for it. The outlet is part of it, so that the caller releases
    /// its references, and not under a lock.
    @inlinable
    mutating func next() -> Delivery? {
        switch pending {
        case .finish:
            return .finish(self)
        case .progress(let progress) where demand > .none:
            demand -= 1
            pending = .nothing
            return .loading(progress, self)
        case .outcome(let outcome) where demand > .none:
            demand -= 1
            pending = .finish
            return .outcome(outcome, self)
        case .nothing, .progress, .outcome:
            return nil
        }
    }
}
