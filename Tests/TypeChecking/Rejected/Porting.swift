import Flux
import Foundation

// Types and schedulers as code for Combine states them.

func storedRunLoop() {
    // error: value of type 'RunLoop' does not conform to specified type 'Scheduler'
    let _: any Scheduler = RunLoop.main
}

struct OnScheduler<S: Scheduler> {}

// error: type 'RunLoop' does not conform to protocol 'Scheduler'
typealias OnRunLoop = OnScheduler<RunLoop>

// error: protocol 'Scheduler' does not have primary associated types that can be constrained
func constrained(_ scheduler: any Scheduler<DispatchQueue.SchedulerTimeType>) {}

// error: generic type 'TryMap' specialized with too few type parameters (got 2, but expected 3)
typealias Mapped = Publishers.TryMap<Just<Int>, Int>

// error: 'Publisher' is not a member type of class 'FoundationEssentials.NotificationCenter'
typealias Posted = NotificationCenter.Publisher

struct Parameter<Value>: Sendable {
    // error: type 'Value' does not conform to the 'Sendable' protocol
    // error: stored property 'subject' of 'Sendable'-conforming generic struct 'Parameter' contains non-Sendable type 'Value'
    let subject: CurrentValueSubject<Value, Never>
}

struct Stored<Value>: Sendable {
    // error: stored property 'value' of 'Sendable'-conforming generic struct 'Stored' has non-Sendable type 'Value'
    let value: Value
}

struct Check<Value: Sendable>: Sendable {
    // error: stored property 'isValid' of 'Sendable'-conforming generic struct 'Check' has non-Sendable type '(Value) -> Bool'
    let isValid: (Value) -> Bool
}

// error: cannot find type 'SchedulerTimeIntervalConvertible' in scope
struct TestInterval: SchedulerTimeIntervalConvertible {}

struct Identified<Upstream: Publisher>: Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    let upstream: Upstream

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        // error: value of type 'S' has no member 'combineIdentifier'
        print(subscriber.combineIdentifier)
        upstream.receive(subscriber: subscriber)
    }
}

class DemandCounter {}

// error: 'Sendable' class 'CountingSubscription' cannot inherit from another class
final class CountingSubscription: DemandCounter, Subscription {
    func request(_ demand: Subscribers.Demand) {}

    func cancel() {}
}

// error: non-final class 'OpenSubscriber' cannot conform to the 'Sendable' protocol
class OpenSubscriber<Input: Sendable>: Subscriber {
    typealias Failure = Never

    func receive(subscription: any Subscription) {}

    func receive(_ input: Input) -> Subscribers.Demand { .none }

    func receive(completion: Subscribers.Completion<Never>) {}
}
