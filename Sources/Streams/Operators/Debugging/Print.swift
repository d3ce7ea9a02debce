extension Publishers {
    /// Prints all signals. See ``Publisher/print(_:to:)``.
    public struct Print<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The text that each line begins with.
        public let prefix: String

        /// The output stream; `nil` for standard output.
        public let stream: (any TextOutputStream & Sendable)?

        /// Creates a publisher that prints all signals.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - prefix: The text that each line begins with.
        ///   - stream: The output stream; `nil` for standard output.
        @export(implementation)
        public init(upstream: Upstream, prefix: String, to stream: (any TextOutputStream & Sendable)? = nil) {
            self.upstream = upstream
            self.prefix = prefix
            self.stream = stream
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let printer = Printer(prefix: prefix, stream: stream)
            HandleEvents(
                upstream: upstream,
                handlers: .init(
                    subscription: { printer.print("receive subscription: (\($0))") },
                    output: { printer.print("receive value: (\($0))") },
                    completion: { completion in
                        switch completion {
                        case .finished: printer.print("receive finished")
                        case .failure(let error): printer.print("receive error: (\(error))")
                        }
                    },
                    cancel: { printer.print("receive cancel") },
                    request: { printer.print("request \($0.line)") },
                    returned: { printer.print("request \($0.line) (synchronous)") })
            ).receive(subscriber: subscriber)
        }
    }
}

extension Subscribers.Demand {
    @usableFromInline
    var line: String { max.map { "max: (\($0))" } ?? "unlimited" }
}

/// Writes lines one at a time, from any thread.
@usableFromInline
final class Printer: @unchecked Sendable {
    // Sendable: `stream` belongs to the drain's owner.
    private let prefix: String
    private var stream: (any TextOutputStream & Sendable)?
    private let drain = Drain<String>()

    @usableFromInline
    init(prefix: String, stream: (any TextOutputStream & Sendable)?) {
        self.prefix = prefix.isEmpty ? "" : "\(prefix): "
        self.stream = stream
    }

    @usableFromInline
    func print(_ event: String) {
        drain.submit(prefix + event) { line in
            if stream == nil {
                Swift.print(line)
            } else {
                stream?.write(line + "\n")
            }
        }
    }
}

extension Publisher {
    /// Prints a line for each signal, request and cancellation, before it is forwarded.
    ///
    /// A subscription is printed as in Combine: the elements of a sequence, or the name of the subject or
    /// operator. An operator that forwards requests, such as `map` and `filter`, prints that of its upstream.
    ///
    /// - Parameters:
    ///   - prefix: The text that each line begins with, followed by a colon unless it is empty.
    ///   - stream: The output stream, standard output by default. Each line is one `write`, on the thread of
    ///     the signal or request, or of another that is being printed at the moment, without a lock held;
    ///     each subscription has its own copy of the stream.
    @export(implementation)
    public func print(
        _ prefix: String = "", to stream: (any TextOutputStream & Sendable)? = nil
    ) -> Publishers.Print<Self> {
        Publishers.Print(upstream: self, prefix: prefix, to: stream)
    }
}
