/// A property whose values are published.
///
/// ```swift
/// @MainActor final class SearchModel {
///     @Published var text = ""
///     @Published var results: [String] = []
///
///     init(_ search: some Publisher<[String], Never>) {
///         search.assign(to: &$results)
///     }
/// }
/// ```
/// ```swift
/// let subscription = model.$text.sink { print($0) }
/// ```
///
/// A new subscriber receives the value of the property, then each value that is set; without demand it keeps
/// the latest. Unlike in Combine, the property already has the new value when it is published.
///
/// Declare it in a class: copies of a structure would share the value.
///
/// The property may be read and set on any thread that its object allows. A class that is not isolated to an
/// actor and has such properties is `Sendable` as `@unchecked Sendable`: the compiler treats the wrapper,
/// whose storage is protected, as a variable.
@propertyWrapper
public struct Published<Value: Sendable>: Sendable {
    private let storage: PublishedStorage<Value>

    /// Creates a property with its initial value.
    public init(wrappedValue: Value) {
        storage = PublishedStorage(wrappedValue)
    }

    /// Creates a property with its initial value.
    public init(initialValue: Value) {
        self.init(wrappedValue: initialValue)
    }

    /// The value of the property. Setting it publishes the value.
    public var wrappedValue: Value {
        get { storage.subject.value }
        nonmutating set { storage.subject.send(newValue) }
    }

    /// The publisher of the property's values.
    public var projectedValue: Publisher {
        get { Publisher(storage: storage) }
        // For `assign(to: &$results)`. As in Combine, `a.$x = b.$x` changes nothing.
        set {}
    }

    /// Sends the value of a property, then each value that is set.
    public struct Publisher: Streams.Publisher {
        public typealias Output = Value
        public typealias Failure = Never

        @usableFromInline let storage: PublishedStorage<Value>

        @export(implementation)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
            storage.attach(AnySubscriber(subscriber))
        }
    }
}

/// The value of a property, its subscribers, and what is assigned to it.
@usableFromInline
final class PublishedStorage<Value: Sendable>: Sendable {
    let subject: CurrentValueSubject<Value, Never>
    private let assignments = Locked<[SubscriptionLink]>([])

    init(_ value: Value) {
        subject = CurrentValueSubject(value)
    }

    deinit {
        for link in assignments.exchange([]) { link.cancel() }
    }

    @usableFromInline
    func attach(_ subscriber: AnySubscriber<Value, Never>) {
        subject.receive(subscriber: subscriber)
    }

    /// A subscriber that sets the property, for as long as the storage exists.
    @usableFromInline
    func assigningSink() -> ClosureSink<Value, Never> {
        // Upstream may hold the sink for longer than the property exists, or the stream runs.
        let sink = ClosureSink<Value, Never>(
            receiveCompletion: { _ in }, receiveValue: { [weak self] value in self?.subject.send(value) })
        keep(sink.upstream)
        return sink
    }

    /// Keeps the subscription of a publisher that is assigned to the property.
    func keep(_ link: SubscriptionLink) {
        assignments.withLock { links in
            links.removeAll(where: \.isStopped)
            links.append(link)
        }
    }
}

extension Publisher where Failure == Never {
    /// Writes each value to a published property, for as long as the property exists.
    ///
    /// - Parameter published: The property's publisher, as in `assign(to: &$results)`. The property does not
    ///   hold this publisher after its end, and cancels the subscription when its object is released.
    @export(implementation)
    public func assign(to published: inout Published<Output>.Publisher) {
        receive(subscriber: published.storage.assigningSink())
    }
}
