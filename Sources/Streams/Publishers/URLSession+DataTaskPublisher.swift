#if canImport(FoundationNetworking)
    import Foundation
    import FoundationNetworking

    extension URLSession {
        /// Loads a URL for each subscriber. See ``dataTaskPublisher(for:)-(URLRequest)``.
        public struct DataTaskPublisher: Publisher {
            public typealias Output = (data: Data, response: URLResponse)
            public typealias Failure = URLError

            /// The request to load.
            public let request: URLRequest

            /// The session that loads it.
            public let session: URLSession

            /// Creates a publisher that loads a URL.
            ///
            /// - Parameters:
            ///   - request: The request to load.
            ///   - session: The session that loads it.
            public init(request: URLRequest, session: URLSession) {
                self.request = request
                self.session = session
            }

            public func receive<S: Subscriber>(subscriber: S)
            where S.Input == Output, S.Failure == Failure {
                let load = DataTask(request: request, session: session, downstream: subscriber)
                load.link.attach(
                    ObjectSubscription(
                        load,
                        // A link that is abandoned requests nothing.
                        request: { if $1 > .none { unsafeDowncast($0, to: DataTask<S>.self).start() } },
                        cancel: { unsafeDowncast($0, to: DataTask<S>.self).cancel() }))
                subscriber.receive(subscription: StageSubscription(load.link, of: "DataTaskPublisher"))
                load.finishSubscribing()
            }
        }

        /// A publisher that loads a URL for each subscriber, starting at its first demand.
        ///
        /// Cancelling the subscription cancels the load. A response with any status is a value, as in
        /// Combine.
        ///
        /// Foundation on Linux may trap where a task is cancelled while it looks for its response in the
        /// `urlCache` of its session. Of a session that has one, a load that is cancelled within the first
        /// tenth of a second is cancelled after that.
        ///
        /// - Parameter request: The request to load.
        public func dataTaskPublisher(for request: URLRequest) -> DataTaskPublisher {
            DataTaskPublisher(request: request, session: self)
        }

        /// A publisher that loads a URL for each subscriber, starting at its first demand.
        ///
        /// - Parameter url: The URL to load.
        public func dataTaskPublisher(for url: URL) -> DataTaskPublisher {
            dataTaskPublisher(for: URLRequest(url: url))
        }
    }

    /// The load of one subscriber.
    private final class DataTask<Downstream: Subscriber>: Sendable
    where Downstream.Input == (data: Data, response: URLResponse), Downstream.Failure == URLError {
        private enum State: Sendable {
            /// Downstream receives its subscription.
            case subscribing(isRequested: Bool)
            case idle
            case starting
            case running(URLSessionDataTask, since: DispatchTime)
            case done
        }

        /// The subscription that downstream holds.
        let link = SubscriptionLink()
        private let request: URLRequest
        private let session: URLSession
        /// `nil` after the end: a task that was cancelled may be held for longer.
        private let downstream: Locked<Downstream?>
        private let state = Locked(State.subscribing(isRequested: false))

        init(request: URLRequest, session: URLSession, downstream: Downstream) {
            self.request = request
            self.session = session
            self.downstream = Locked(downstream)
        }

        /// Loads, unless a load has begun.
        func start() {
            let isFirst = state.withLock { state in
                switch state {
                case .subscribing:
                    state = .subscribing(isRequested: true)
                    return false
                case .idle:
                    state = .starting
                    return true
                case .starting, .running, .done:
                    return false
                }
            }
            if isFirst { load() }
        }

        /// Loads if it was requested: downstream has received its subscription.
        func finishSubscribing() {
            let isRequested = state.withLock { state in
                guard case .subscribing(let isRequested) = state else { return false }
                state = isRequested ? .starting : .idle
                return isRequested
            }
            if isRequested { load() }
        }

        private func load() {
            let task = session.dataTask(with: request) { data, response, error in
                self.receive(data, response, error)
            }
            let isCancelled = state.withLock { state in
                guard case .starting = state else { return true }
                state = .running(task, since: .now())
                return false
            }
            isCancelled ? task.cancel() : task.resume()
        }

        func cancel() {
            let state = state.exchange(.done)
            _ = downstream.exchange(nil)
            if case .running(let task, let start) = state { cancel(task, after: start + .milliseconds(100)) }
        }

        /// Cancels a task that was resumed; not before a time, if its session has a cache.
        private func cancel(_ task: URLSessionDataTask, after time: DispatchTime) {
            if time <= .now() || session.configuration.urlCache == nil { return task.cancel() }
            DispatchQueue.global().asyncAfter(deadline: time) { task.cancel() }
        }

        private func receive(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) {
            _ = state.exchange(.done)
            guard let downstream = downstream.exchange(nil), !link.isStopped else { return }
            if let response, error == nil {
                _ = downstream.receive((data ?? Data(), response))
                if link.finish() { downstream.receive(completion: .finished) }
            } else if link.finish() {
                downstream.receive(completion: .failure(error as? URLError ?? URLError(.unknown)))
            }
        }
    }
#endif
