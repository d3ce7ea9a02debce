import Streams

/// Gives one subscriber the states of one image: the latest there is whenever there is demand.
final class ImageSubscription<Image: Sendable, Downstream: Subscriber>: Subscription, ImageObserver
where Downstream.Input == ImageState<Image>, Downstream.Failure == Never {
    private typealias Outlet = ImageOutlet<Image, Downstream>

    private enum State: Sendable {
        case idle(ImageLoader<Image>, ImageRequest, Downstream)
        case active(Outlet)
        case done
    }

    private let state: Locked<State>
    private let deliveries = Drain<Void>()

    init(to request: ImageRequest, of loader: ImageLoader<Image>, for downstream: Downstream) {
        state = Locked(.idle(loader, request, downstream))
    }

    func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        let idle = state.withLock { state -> (ImageLoader<Image>, ImageRequest)? in
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
        if let (loader, request) = idle { begin(request, with: loader) } else { deliver() }
    }

    func cancel() {
        if case .active(let outlet) = state.exchange(.done), let ticket = outlet.ticket {
            outlet.loader.leave(ticket)
        }
    }

    func advance(to progress: ImageProgress) {
        change { $0.offer(progress) }
        deliver()
    }

    func finish(with outcome: ImageState<Image>) {
        change { $0.offer(outcome) }
        deliver()
    }

    private func begin(_ request: ImageRequest, with loader: ImageLoader<Image>) {
        if let image = loader.cachedImage(for: request) {
            finish(with: .loaded(image, from: .memory))
            return
        }
        switch loader.join(self, for: request) {
        case .start(let fetch, let ticket):
            follow(ticket, from: ImageProgress(), of: loader)
            fetch.start()
        case .wait(let progress, let ticket):
            follow(ticket, from: progress, of: loader)
        }
    }

    private func follow(
        _ ticket: ImageLoader<Image>.Table.Ticket, from progress: ImageProgress, of loader: ImageLoader<Image>
    ) {
        let isActive = change { $0.follow(ticket, from: progress) }
        isActive ? deliver() : loader.leave(ticket)
    }

    /// - Returns: Whether the subscription is active.
    @discardableResult
    private func change(_ body: (inout Outlet) -> Void) -> Bool {
        state.withLock { state in
            guard case .active(var outlet) = state else { return false }
            body(&outlet)
            state = .active(outlet)
            return true
        }
    }

    private func deliver() {
        deliveries.submit(()) { _ in
            while let delivery = nextDelivery() {
                switch delivery {
                case .state(let state, let downstream):
                    let demand = downstream.receive(state)
                    if demand > .none { change { $0.demand += demand } }
                case .finish(let outlet):
                    outlet.downstream.receive(completion: .finished)
                }
            }
        }
    }

    private func nextDelivery() -> Outlet.Delivery? {
        state.withLock { state in
            guard case .active(var outlet) = state else { return nil }
            let delivery = outlet.next()
            if case .finish = delivery { state = .done } else { state = .active(outlet) }
            return delivery
        }
    }
}
