// What is neither a protocol nor an operator.

/// A publisher of the stand-in, so that each need not declare `receive(subscriber:)`.
public protocol Declared: Publisher {}

extension Declared {
    public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
        fatalError()
    }
}

public enum Subscribers {
    public struct Demand: Equatable, Comparable, Hashable, Codable, CustomStringConvertible, Sendable {
        public static let unlimited = Demand()
        public static let none = Demand()
        public static func max(_ value: Int) -> Demand { fatalError() }
        public var max: Int? { fatalError() }
        public var description: String { fatalError() }

        public static func + (lhs: Demand, rhs: Demand) -> Demand { fatalError() }
        public static func + (lhs: Demand, rhs: Int) -> Demand { fatalError() }
        public static func += (lhs: inout Demand, rhs: Demand) { fatalError() }
        public static func += (lhs: inout Demand, rhs: Int) { fatalError() }
        public static func - (lhs: Demand, rhs: Demand) -> Demand { fatalError() }
        public static func - (lhs: Demand, rhs: Int) -> Demand { fatalError() }
        public static func -= (lhs: inout Demand, rhs: Demand) { fatalError() }
        public static func -= (lhs: inout Demand, rhs: Int) { fatalError() }
        public static func * (lhs: Demand, rhs: Int) -> Demand { fatalError() }
        public static func *= (lhs: inout Demand, rhs: Int) { fatalError() }
        public static func < (lhs: Demand, rhs: Demand) -> Bool { fatalError() }
        public static func <= (lhs: Demand, rhs: Demand) -> Bool { fatalError() }
        public static func > (lhs: Demand, rhs: Demand) -> Bool { fatalError() }
        public static func >= (lhs: Demand, rhs: Demand) -> Bool { fatalError() }
        public static func == (lhs: Demand, rhs: Demand) -> Bool { fatalError() }
        public static func < (lhs: Demand, rhs: Int) -> Bool { fatalError() }
        public static func < (lhs: Int, rhs: Demand) -> Bool { fatalError() }
        public static func <= (lhs: Demand, rhs: Int) -> Bool { fatalError() }
        public static func <= (lhs: Int, rhs: Demand) -> Bool { fatalError() }
        public static func > (lhs: Demand, rhs: Int) -> Bool { fatalError() }
        public static func > (lhs: Int, rhs: Demand) -> Bool { fatalError() }
        public static func >= (lhs: Demand, rhs: Int) -> Bool { fatalError() }
        public static func >= (lhs: Int, rhs: Demand) -> Bool { fatalError() }
        public static func == (lhs: Demand, rhs: Int) -> Bool { fatalError() }
        public static func == (lhs: Int, rhs: Demand) -> Bool { fatalError() }
        public static func != (lhs: Demand, rhs: Int) -> Bool { fatalError() }
        public static func != (lhs: Int, rhs: Demand) -> Bool { fatalError() }
    }

    public enum Completion<Failure: Error> {
        case finished
        case failure(Failure)
    }

    public final class Sink<Input, Failure: Error>: Subscriber, Cancellable {
        public init(
            receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
            receiveValue: @escaping (Input) -> Void
        ) { fatalError() }
        public func receive(subscription: any Subscription) { fatalError() }
        public func receive(_ value: Input) -> Subscribers.Demand { fatalError() }
        public func receive(completion: Subscribers.Completion<Failure>) { fatalError() }
        public func cancel() { fatalError() }
    }

    public final class Assign<Root, Input>: Subscriber, Cancellable {
        public init(object: Root, keyPath: ReferenceWritableKeyPath<Root, Input>) { fatalError() }
        public func receive(subscription: any Subscription) { fatalError() }
        public func receive(_ value: Input) -> Subscribers.Demand { fatalError() }
        public func receive(completion: Subscribers.Completion<Never>) { fatalError() }
        public func cancel() { fatalError() }
    }
}

extension Subscribers.Completion: Equatable where Failure: Equatable {}
extension Subscribers.Completion: Hashable where Failure: Hashable {}
extension Subscribers.Completion: Sendable {}

public enum Subscriptions {
    public static var empty: any Subscription { fatalError() }
}

public final class AnyCancellable: Cancellable, Hashable {
    public init(_ cancel: @escaping () -> Void) { fatalError() }
    public init<C: Cancellable>(_ canceller: C) { fatalError() }
    public func cancel() { fatalError() }
    public static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool { fatalError() }
    public func hash(into hasher: inout Hasher) { fatalError() }
}

public struct AnyPublisher<Output, Failure: Error>: Declared {
    public init<P: Publisher>(_ publisher: P) where Output == P.Output, Failure == P.Failure { fatalError() }
}

public struct AnySubscriber<Input, Failure: Error>: Subscriber {
    public init<S: Subscriber>(_ s: S) where Input == S.Input, Failure == S.Failure { fatalError() }
    public init<S: Subject>(_ s: S) where Input == S.Output, Failure == S.Failure { fatalError() }
    public init(
        receiveSubscription: ((any Subscription) -> Void)? = nil,
        receiveValue: ((Input) -> Subscribers.Demand)? = nil,
        receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil
    ) { fatalError() }
    public var combineIdentifier: CombineIdentifier { fatalError() }
    public func receive(subscription: any Subscription) { fatalError() }
    public func receive(_ value: Input) -> Subscribers.Demand { fatalError() }
    public func receive(completion: Subscribers.Completion<Failure>) { fatalError() }
}

public final class PassthroughSubject<Output, Failure: Error>: Subject, Declared {
    public init() { fatalError() }
    public func send(_ input: Output) { fatalError() }
    public func send(completion: Subscribers.Completion<Failure>) { fatalError() }
    public func send(subscription: any Subscription) { fatalError() }
}

public final class CurrentValueSubject<Output, Failure: Error>: Subject, Declared {
    public init(_ value: Output) { fatalError() }
    public var value: Output {
        get { fatalError() }
        set { fatalError() }
    }
    public func send(_ input: Output) { fatalError() }
    public func send(completion: Subscribers.Completion<Failure>) { fatalError() }
    public func send(subscription: any Subscription) { fatalError() }
}

public struct Just<Output>: Declared {
    public typealias Failure = Never
    public let output: Output
    public init(_ output: Output) { fatalError() }
}

extension Just: Equatable where Output: Equatable {}

public struct Empty<Output, Failure: Error>: Declared, Equatable {
    public let completeImmediately: Bool
    public init(completeImmediately: Bool = true) { fatalError() }
    public init(completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type) {
        fatalError()
    }
}

public struct Fail<Output, Failure: Error>: Declared {
    public let error: Failure
    public init(error: Failure) { fatalError() }
    public init(outputType: Output.Type, failure: Failure) { fatalError() }
}

extension Fail: Equatable where Failure: Equatable {}

public final class Future<Output, Failure: Error>: Declared {
    public typealias Promise = (Result<Output, Failure>) -> Void
    public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) { fatalError() }
}

extension Future where Failure == Never {
    public var value: Output { get async { fatalError() } }
}

extension Future {
    public var value: Output { get async throws { fatalError() } }
}

public struct Deferred<DeferredPublisher: Publisher>: Declared {
    public typealias Output = DeferredPublisher.Output
    public typealias Failure = DeferredPublisher.Failure
    public let createPublisher: () -> DeferredPublisher
    public init(createPublisher: @escaping () -> DeferredPublisher) { fatalError() }
}

public struct Record<Output, Failure: Error>: Declared {
    public let recording: Recording
    public init(record: (inout Recording) -> Void) { fatalError() }
    public init(recording: Recording) { fatalError() }
    public init(output: [Output], completion: Subscribers.Completion<Failure>) { fatalError() }

    public struct Recording {
        public init() { fatalError() }
        public init(output: [Output], completion: Subscribers.Completion<Failure> = .finished) {
            fatalError()
        }
        public mutating func receive(_ input: Output) { fatalError() }
        public mutating func receive(completion: Subscribers.Completion<Failure>) { fatalError() }
    }
}

@propertyWrapper
public struct Published<Value> {
    public init(wrappedValue: Value) { fatalError() }
    public init(initialValue: Value) { fatalError() }

    @available(*, unavailable, message: "@Published is only available on properties of classes")
    public var wrappedValue: Value {
        get { fatalError() }
        set { fatalError() }
    }
    public var projectedValue: Publisher {
        mutating get { fatalError() }
        set { fatalError() }
    }
    public static subscript<EnclosingSelf: AnyObject>(
        _enclosingInstance object: EnclosingSelf,
        wrapped wrappedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Value>,
        storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Self>
    ) -> Value {
        get { fatalError() }
        set { fatalError() }
    }

    public struct Publisher: Declared {
        public typealias Output = Value
        public typealias Failure = Never
    }
}

public struct AsyncPublisher<P: Publisher>: AsyncSequence where P.Failure == Never {
    public typealias Element = P.Output
    public init(_ publisher: P) { fatalError() }
    public func makeAsyncIterator() -> Iterator { fatalError() }

    public struct Iterator: AsyncIteratorProtocol {
        public mutating func next() async -> P.Output? { fatalError() }
    }
}

public struct AsyncThrowingPublisher<P: Publisher>: AsyncSequence {
    public typealias Element = P.Output
    public init(_ publisher: P) { fatalError() }
    public func makeAsyncIterator() -> Iterator { fatalError() }

    public struct Iterator: AsyncIteratorProtocol {
        public mutating func next() async throws -> P.Output? { fatalError() }
    }
}
