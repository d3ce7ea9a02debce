// The descriptions that Combine prints.

extension AnyPublisher: CustomStringConvertible {
    public var description: String { "AnyPublisher" }
}

extension AnySubscriber: CustomStringConvertible {
    public var description: String { "Anonymous AnySubscriber" }
}

extension AnyCancellable: CustomStringConvertible {
    public var description: String { "AnyCancellable" }
}

extension Subscribers.Sink: CustomStringConvertible {
    public var description: String { "Sink" }
}

extension Subscribers.Assign: CustomStringConvertible {
    public var description: String { "Assign \(Root.self)." }
}

extension PassthroughSubject: CustomStringConvertible {
    public var description: String { "PassthroughSubject" }
}

extension CurrentValueSubject: CustomStringConvertible {
    public var description: String { "CurrentValueSubject" }
}

extension EmptySubscription: CustomStringConvertible {
    @usableFromInline var description: String { "Empty" }
}
