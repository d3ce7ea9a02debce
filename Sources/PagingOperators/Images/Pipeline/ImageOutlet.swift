import Streams

/// What one active subscriber of an image has asked for, and what it has not been given yet.
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
    @usableFromInline var hasHeardOfFetch = false
    @usableFromInline var leave: (@Sendable () -> Void)?

    @inlinable
    init(loader: ImageLoader<Image>, downstream: Downstream, demand: Subscribers.Demand) {
        self.loader = loader
        self.downstream = downstream
        self.demand = demand
    }

    /// Takes how far the fetch had come when it was joined, which counts unless there is newer news.
    @usableFromInline
    mutating func follow(from progress: ImageProgress, leave: @escaping @Sendable () -> Void) {
        self.leave = leave
        if !hasHeardOfFetch { offer(progress) }
    }

    @usableFromInline
    mutating func offer(_ progress: ImageProgress) {
        hasHeardOfFetch = true
        switch pending {
        case .nothing, .progress: pending = .progress(progress)
        case .outcome, .finish: break
        }
    }

    @inlinable
    mutating func offer(_ outcome: ImageState<Image>) {
        hasHeardOfFetch = true
        switch pending {
        case .nothing, .progress: pending = .outcome(outcome)
        case .outcome, .finish: break
        }
    }

    /// What is to be delivered now. The outlet comes along, so that its references are released by the receiver,
    /// and not under a lock.
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
