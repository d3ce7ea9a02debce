import Flux
import Foundation

// Mistakes in chains that begin with `@Published`.

@MainActor
final class WrongModel {
    @Published var text = ""
    @Published var results: [String] = []
    @Published var isValid = false
    @Published var name = ""
    @Published var email = ""
    @Published var password = ""
    var visible: [String] = []
    var subscriptions: Set<AnyCancellable> = []

    func misspeltMethod() {
        $text.filter { $0.count > 2 }.debounce(for: .milliseconds(300), scheduler: RunLoop.main)
            .removeDuplicates()
            // error: value of type 'Publishers.RemoveDuplicates<Publishers.Debounce<Publishers.Filter<Published<String>.Publisher>, AnyScheduler>>.Output' (aka 'String') has no member 'upercased'
            .map { $0.upercased() }.assign(to: &$results)
    }

    func otherOutput() {
        // error: cannot convert value of type 'Int' to closure result type '[String]'
        $text.debounce(for: .milliseconds(300), scheduler: RunLoop.main).map { $0.count }.assign(
            to: &$results)
    }

    func misspeltProperty() {
        // error: value of type 'Published<String>.Publisher.Output' (aka 'String') has no member 'foo'
        Publishers.CombineLatest3($name, $email, $password).map { $0.isEmpty && $1.count > 3 && $2 == $0.foo }
            .assign(to: &$isValid)
    }

    func misspeltDuration() {
        // error: reference to member 'miliseconds' cannot be resolved without a contextual type
        $text.debounce(for: .miliseconds(300), scheduler: RunLoop.main).removeDuplicates().filter {
            $0.count > 2
        }
        .sink { print($0) }.store(in: &subscriptions)
    }

    func misspeltFunction() {
        $text.debounce(for: .milliseconds(300), scheduler: RunLoop.main).removeDuplicates().filter {
            $0.count > 2
        }
        // error: cannot find 'serch' in scope
        .map { q in Future { try await serch(q) }.catch { _ in Just([]) } }.switchToLatest()
        .receive(on: DispatchQueue.main).assign(to: &$results)
    }

    func assignOnARunLoop() {
        // error: type 'ReferenceWritableKeyPath<WrongModel, Array<String>>' does not conform to the 'Sendable' protocol
        $text.map { [$0] }.receive(on: RunLoop.main).assign(to: \.visible, on: self).store(in: &subscriptions)
    }

    func misspeltRunLoop() {
        // error: type 'RunLoop' has no member 'man'
        $text.throttle(for: 0.5, scheduler: RunLoop.man, latest: true).map { $0.count > 2 ? "a" : "b" }
            .sink { print($0) }.store(in: &subscriptions)
    }

    func misspeltOperator() {
        $text.map { $0.count > 2 }.combineLatest($name.map { $0.count > 2 }).map { $0 && $1 }
            // error: value of type 'Publishers.Map<Publishers.CombineLatest<Publishers.Map<Published<String>.Publisher, Bool>, Publishers.Map<Published<String>.Publisher, Bool>>, Bool>' has no member 'removeDuplicate'
            .removeDuplicate().assign(to: &$isValid)
    }

    func misspeltKeyPath() {
        // error: value of type 'Data' has no member 'cout'
        $text.map { q in Client().data(for: Client().base).map { $0.cout }.replaceError(with: 0) }
            .switchToLatest()
            .sink { print($0) }.store(in: &subscriptions)
    }

    func failureThatIsNotHandled() {
        // error: invalid conversion of thrown error type 'any Error' to 'Published<String>.Publisher.Failure' (aka 'Never')
        $text.flatMap { q in Future { try await search(q) } }.assign(to: &$results)
    }

    func stateBeforeReceive() {
        // error: main actor-isolated property 'visible' can not be mutated from a Sendable closure
        $text.sink { [weak self] in self?.visible = [$0] }.store(in: &subscriptions)
    }

    func notificationsOnASchedulerBeforeMap(_ center: NotificationCenter) {
        // error: 'receive(on:options:)' is unavailable: Write 'map' first: a notification is not 'Sendable'.
        center.publisher(for: .memoryWarning).receive(on: RunLoop.main).sink { _ in print("low memory") }
            .store(in: &subscriptions)
    }

    func debouncedNotificationsBeforeMap(_ center: NotificationCenter) {
        // error: value of type 'ExtraPublishers.NamedNotifications' has no member 'debounce'
        center.publisher(for: .memoryWarning).debounce(for: 1, scheduler: RunLoop.main)
            .sink { _ in print("low memory") }
            .store(in: &subscriptions)
    }

    func mergedNotificationsBeforeMap(_ center: NotificationCenter) {
        Publishers.Merge(center.publisher(for: .memoryWarning), center.publisher(for: .memoryWarning))
            .compactMap { $0.userInfo?["level"] as? Int }
            .sink { print($0) }
            // error: failed to produce diagnostic for expression; please submit a bug report (https://swift.org/contributing/#reporting-bugs)
            .store(in: &subscriptions)
    }

    func notificationsByTheirType(_ center: NotificationCenter) {
        // error: type 'NotificationCenter' has no member 'Publisher'
        NotificationCenter.Publisher(center: center, name: Notification.Name.memoryWarning).map { _ in 1 }
            .sink { print($0) }
            .store(in: &subscriptions)
    }
}

extension Notification.Name {
    static let memoryWarning = Notification.Name("memoryWarning")
}

// error: cannot find type 'ObservableObject' in scope
final class ObservableObjectModel: ObservableObject {
    @Published var text = ""
}

final class PlainModel {
    var text = ""
    var subscriptions: Set<AnyCancellable> = []

    func sinkThatCapturesTheModel(_ texts: AnyPublisher<String, Never>) {
        // error: capture of 'self' with non-Sendable type 'PlainModel?' in a '@Sendable' closure
        texts.sink { [weak self] in self?.text = $0 }.store(in: &subscriptions)
    }

    func sinkOnTheMainActor(_ texts: AnyPublisher<String, Never>) {
        // error: call to main actor-isolated instance method 'sink(receiveValue:)' in a synchronous nonisolated context
        texts.receive(on: .main).sink { [weak self] in self?.text = $0 }.store(in: &subscriptions)
    }

    func assigned(_ texts: AnyPublisher<String, Never>) {
        // error: call to main actor-isolated instance method 'assign(to:on:)' in a synchronous nonisolated context
        texts.receive(on: .main).assign(to: \.text, on: self).store(in: &subscriptions)
    }
}
