import Streams

/// Delivers the states of one image to one subscriber, conflated to the latest by demand.
///
/// Inlinable, so that a cache hit costs little: unspecialised code would look up the metadata of every type it uses.
@usableFromInline
final class ImageSubscription<Image: Sendable, Downstream: Subscriber>: ImageObserver
where Downstream.Input == ImageState<Image>, Downstream.Failure == Never {
    @usableFromInline typealias Outlet = ImageOutlet<Image, Downstream>

    @usableFromInline
    enum State: Sendable {
        case idle(ImageLoader<Image>, ImageRequest, Downstream)
        case active(Outlet)
        case done
    }

    @usableFromInline let state: Locked<State>
    @usableFromInline let deliveries = Drain<Void>()

    @inlinable
    init(to request: ImageRequest, of loader: ImageLoader<Image>, for downstream: Downstream) {
        state = Locked(.idle(loader, request, downstream))
    }

    @inlinable
    func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        let idle: (ImageLoader<Image>, ImageRequest)? = state.withLock { state in
            switch state {
            case .idle(let loader, let request, let downstream):
                state = .active(Outlet(loader: loader, downstream: downstream, demand: demand))
                return (loader, request)
            case .active(var outlet):
                outlet.demand += demand
                state = .active(outlet)
                return nil
            case .done:
                return nil
            }
        }
        guard let (loader, request) = idle else { return deliver() }
        if let image = loader.cachedImage(for: request) {
            finish(with: .loaded(image, from: .memory))
        } else {
            loader.fetch(request, for: self)
        }
    }

    @inlinable
    func cancel() {
        if case .active(let outlet) = state.exchange(.done) { outlet.stop?() }
    }

    @usableFromInline
    func follow(from progress: ImageProgress, stop: @escaping @Sendable () -> Void) {
        let isActive = change { $0.follow(from: progress, stop: stop) }
        isActive ? deliver() : stop()
    }

    @usableFromInline
    func advance(to progress: ImageProgress) {
        change { $0.offer(progress) }
        deliver()
    }

    @inlinable
    func finish(with outcome: ImageState<Image>) {
        change { $0.offer(outcome) }
        deliver()
    }

    /// - Returns: Whether the subscription is active.
    @inlinable
    @discardableResult
    func change(_ body: (inout Outlet) -> Void) -> Bool {
        state.withLock { state in
            guard case .active(var outlet) = state else { return false }
            body(&outlet)
            state = .active(outlet)
            return true
        }
    }

    @inlinable
    func deliver() {
        deliveries.submit(()) { _ in
            while let delivery = nextDelivery() {
                switch delivery {
                case .loading(let progress, let outlet): send(outlet.loader.loading(progress), to: outlet)
                case .outcome(let outcome, let outlet): send(outcome, to: outlet)
                case .finish(let outlet): outlet.downstream.receive(completion: .finished)
                }
            }
        }
    }

    @inlinable
    func send(_ state: ImageState<Image>, to outlet: Outlet) {
        let demand = outlet.downstream.receive(state)
        if demand > .none { change { $0.demand += demand } }
    }

    @inlinable
    func nextDelivery() -> Outlet.Delivery? {
        state.withLock { state in
            guard case .active(var outlet) = state else { return nil }
            let delivery = outlet.next()
            if case .finish = delivery { state = .done } else { state = .active(outlet) }
            return delivery
        }
    }
}
