import Flux
import Foundation

// Code of the first hour after `import Combine` was replaced.

extension Publisher {
    func mapped<T: Sendable>(_ transform: @escaping (Output) -> T) -> AnyPublisher<T, Failure> {
        // error: passing non-Sendable parameter 'transform' to function expecting a '@Sendable' closure
        map(transform).eraseToAnyPublisher()
    }

    func called<T: Sendable>(_ transform: @escaping (Output) -> T) -> AnyPublisher<T, Failure> {
        // error: capture of 'transform' with non-Sendable type '(Self.Output) -> T' in a '@Sendable' closure
        map { transform($0) }.eraseToAnyPublisher()
    }

    func value<T: Sendable>(at keyPath: KeyPath<Output, T>) -> AnyPublisher<T, Failure> {
        // error: capture of 'keyPath' with non-Sendable type 'KeyPath<Self.Output, T>' in a '@Sendable' closure
        map { $0[keyPath: keyPath] }.eraseToAnyPublisher()
    }
}

func passedCallback(_ users: AnyPublisher<User, Never>, done: @escaping (User) -> Void) -> AnyCancellable {
    // error: passing non-Sendable parameter 'done' to function expecting a '@Sendable' closure
    users.sink(receiveValue: done)
}

func capturedCallback(_ users: AnyPublisher<User, Never>, done: @escaping (User) -> Void) -> AnyCancellable {
    // error: capture of 'done' with non-Sendable type '(User) -> Void' in a '@Sendable' closure
    users.sink { done($0) }
}

func capturedVariable(_ users: AnyPublisher<User, Never>, best: Double) -> AnyPublisher<User, Never> {
    var limit = best
    if limit > 1 { limit = 1 }
    // error: reference to captured var 'limit' in concurrently-executing code
    return users.filter { $0.score > limit }.eraseToAnyPublisher()
}

@MainActor
final class UserModel {
    var subscriptions: Set<AnyCancellable> = []

    func show(_ user: User) {}

    func methodOfTheMainActor(_ users: AnyPublisher<User, Never>) {
        // error: converting function value of type '@MainActor @Sendable (User) -> ()' to '@Sendable (User) -> Void' loses global actor 'MainActor'
        users.sink(receiveValue: show).store(in: &subscriptions)
    }
}

class NameModel {
    var name = ""
    var subscriptions: Set<AnyCancellable> = []

    func show(_ name: String) {}

    func methodWithoutIsolation(_ names: AnyPublisher<String, Never>) {
        // error: converting non-Sendable function value to '@Sendable (String) -> Void' may introduce data races
        names.sink(receiveValue: show).store(in: &subscriptions)
    }

    func propertyOfAnObject(_ names: AnyPublisher<String, Never>) {
        // error: type 'NameModel' does not conform to the 'Sendable' protocol
        names.assign(to: \.name, on: self).store(in: &subscriptions)
    }
}

class SharedService {
    // error: static property 'shared' is not concurrency-safe because non-'Sendable' type 'SharedService' may have shared mutable state
    static let shared = SharedService()
}

// error: non-final class 'OpenService' cannot conform to the 'Sendable' protocol
class OpenService: Sendable {
    let base = URL(filePath: "/")
}

final class MutableService: Sendable {
    // error: stored property 'token' of 'Sendable'-conforming class 'MutableService' is mutable
    var token: String?
}

final class OwnSubscription<Downstream: Subscriber>: Subscription {
    // error: stored property 'downstream' of 'Sendable'-conforming generic class 'OwnSubscription' is mutable
    private var downstream: Downstream?

    func request(_ demand: Subscribers.Demand) {}

    func cancel() { downstream = nil }
}

// error: cannot find type 'Combine' in scope
func qualified(_ users: Combine.AnyPublisher<User, Never>) {}

extension Publishers {
    struct Debounce {}
}

// error: ambiguous type name 'Debounce' in 'Publishers'
typealias OwnDebounce = Publishers.Debounce

// error: 'WithLatestFrom' is not a member type of enum 'Streams.Publishers'
typealias Latest = Publishers.WithLatestFrom

func namesOnTheMainActor(_ users: AnyPublisher<User, Never>) -> some Publisher<String, Never> {
    // error: call to main actor-isolated instance method 'map' in a synchronous nonisolated context
    users.receive(on: .main).map { $0.name }
}

func zippedArray(_ users: [AnyPublisher<User, Never>]) -> some Publisher<[User], Never> {
    // error: value of type '[AnyPublisher<User, Never>]' has no member 'zip'
    users.zip()
}

func searched<S: Scheduler>(_ texts: AnyPublisher<String, Never>, on scheduler: S) -> some Publisher<
    String, Never
> {
    texts.debounce(for: .milliseconds(300), scheduler: scheduler)
}

func erased(_ texts: AnyPublisher<String, Never>, on schedulers: [any Scheduler]) {
    // error: type 'any Scheduler' cannot conform to 'Scheduler'
    for scheduler in schedulers { _ = searched(texts, on: scheduler as any Scheduler) }
}
