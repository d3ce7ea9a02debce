/// How a subject is attached to a publisher.
@usableFromInline
enum SubjectAttachment: Sendable {
    /// By `subscribe(_:)`.
    case subscription
    /// By a publisher whose subscribers the subject has, which may attach it again.
    case connection
}

/// Attaches a subject to a publisher.
@usableFromInline
struct SubjectSubscriber<Target: Subject>: Subscriber {
    @usableFromInline let upstream: SubscriptionLink
    @usableFromInline let target: Target
    @usableFromInline let attachment: SubjectAttachment
    /// A subject of this module takes all values once it has requested any; each of its subscribers drops or
    /// keeps what exceeds its demand. Others receive what they request.
    @usableFromInline let flowControl: Subscribers.FlowControl?

    @export(implementation)
    init(
        _ target: Target, by attachment: SubjectAttachment = .subscription,
        upstream: SubscriptionLink = SubscriptionLink()
    ) {
        self.target = target
        self.attachment = attachment
        self.upstream = upstream
        flowControl = Subscribers.FlowControl(isOpen: false)
    }

    @export(implementation)
    func receive(subscription: any Subscription) {
        if upstream.attach(subscription), let flowControl {
            target.send(subscription: SubjectSubscription(upstream, by: attachment, opening: flowControl))
        }
    }

    @export(implementation)
    func receive(_ input: Target.Output) -> Subscribers.Demand {
        if upstream.isStopped { return .none }
        flowControl?.receivedValue()
        target.send(input)
        return .none
    }

    @export(implementation)
    func receive(completion: Subscribers.Completion<Target.Failure>) {
        if upstream.finish() { target.send(completion: completion) }
    }
}

/// The subscription of a subject to a publisher.
///
/// The first demand of a ``SubjectUpstreams`` that is limited, as that of a loop, opens the flow control: the
/// loop gets all values. Until then, a subject upstream drops or keeps values as for any subscriber without
/// demand. The first subscriber therefore receives the value of a ``CurrentValueSubject``, and an operator
/// with a limit of its own, such as `flatMap(maxPublishers:)`, drops the values that exceed it.
@usableFromInline
final class SubjectSubscription: SourceSubscription, CustomStringConvertible {
    private let link: SubscriptionLink
    let attachment: SubjectAttachment
    private let flowControl: Subscribers.FlowControl

    @usableFromInline
    init(
        _ link: SubscriptionLink, by attachment: SubjectAttachment,
        opening flowControl: Subscribers.FlowControl
    ) {
        self.link = link
        self.attachment = attachment
        self.flowControl = flowControl
    }

    var isStopped: Bool { link.isStopped }

    @usableFromInline
    func request(_ demand: Subscribers.Demand) {
        if demand > .none { flowControl.request(demand) }
        link.request(demand)
    }

    /// Requests values for subscribers that drop or keep what exceeds their demand.
    func open(requesting demand: Subscribers.Demand) {
        flowControl.open(requesting: demand)
        link.request(demand)
    }

    @usableFromInline
    func cancel() { link.cancel() }

    @usableFromInline
    var description: String { link.description }
}
