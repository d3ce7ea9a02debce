import Flux
import Foundation
import Observation

// `@Published`, notifications and observable objects.

@MainActor
final class PublishedModel {
    @Published var text = ""
    @Published var scope = "all"
    @Published var results: [String] = []
    @Published var isValid = false
    @Published var name = ""
    @Published var email = ""
    @Published var password = ""
    @Published var repeated = ""
    var visible: [String] = []
    var keyboardHeight = 0
    var subscriptions: Set<AnyCancellable> = []

    func searchedResults() {
        $text
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { $0.count > 2 }
            .debounce(for: .milliseconds(300), scheduler: RunLoop.main)
            .removeDuplicates()
            .map { q in Future { try await search(q) }.retry(2).catch { _ in Just([]) }.prepend([]) }
            .switchToLatest()
            .receive(on: DispatchQueue.main)
            .assign(to: &$results)
    }

    func searchedInAScope() {
        $text
            .dropFirst()
            .debounce(for: .seconds(0.5), scheduler: RunLoop.main)
            .removeDuplicates()
            .filter { !$0.isEmpty }
            .flatMap { q in Future { try await search(q) }.catch { _ in Just([]) } }
            .combineLatest($scope)
            .map { r, s in s == "all" ? r : r.filter { $0.hasPrefix(s) } }
            .receive(on: DispatchQueue.main)
            .assign(to: &$results)
    }

    func validForm() {
        Publishers.CombineLatest4($name, $email, $password, $repeated)
            .map { $0.count > 3 && $1.contains("@") && $2 == $3 && !$0.isEmpty }
            .removeDuplicates()
            .assign(to: &$isValid)
    }

    func validPassword() {
        $name.combineLatest($password, $repeated)
            .map { a, b, c in !a.isEmpty && b.count >= 8 && b == c }
            .debounce(for: 0.3, scheduler: RunLoop.main)
            .assign(to: &$isValid)
    }

    func filteredResults() {
        $text
            .debounce(for: .milliseconds(300), scheduler: .main)
            .removeDuplicates()
            .map { [unowned self] t in results.filter { $0.localizedCaseInsensitiveContains(t) } }
            .assign(to: \.visible, on: self)
            .store(in: &subscriptions)
    }

    func fullNames() {
        $name.combineLatest($email)
            .map { $0 + " " + $1 }
            .map { $0.uppercased() + "!" }
            .scan([]) { $0 + [$1] }
            .map { $0.suffix(3) + ["x"] }
            .map(Array.init)
            .assign(to: &$results)
    }

    func countdown() {
        Timer.publish(every: 1, on: .main, in: .common)
            .autoconnect()
            .scan(60) { n, _ in n - 1 }
            .prefix(while: { $0 >= 0 })
            .map { "\($0 / 60):\($0 % 60)" }
            .receive(on: .main)
            .sink { [weak self] in self?.text = $0 }
            .store(in: &subscriptions)
    }

    func keyboard(_ center: NotificationCenter) {
        center.publisher(for: .keyboardWillShow)
            .compactMap { $0.userInfo?["height"] as? Double }
            .map { $0 > 100 ? 0 : $0 + 12.5 }
            .merge(with: center.publisher(for: .keyboardWillHide).map { _ in 0.0 })
            .removeDuplicates()
            .receive(on: .main)
            .sink { [weak self] in self?.keyboardHeight = Int($0) }
            .store(in: &subscriptions)
        center.publisher(for: .keyboardWillShow) { $0.userInfo?["height"] as? Double }
            .map { Int($0) }
            .receive(on: .main)
            .assign(to: \.keyboardHeight, on: self)
            .store(in: &subscriptions)
    }

    func memoryWarnings(_ center: NotificationCenter) {
        center.publisher(for: .memoryWarning)
            .map { _ in }
            .receive(on: .main)
            .sink { [weak self] in self?.results = [] }
            .store(in: &subscriptions)
        center.publisher(for: .memoryWarning, object: nil).sink { _ in print("low memory") }
            .store(in: &subscriptions)
    }
}

extension Notification.Name {
    static let keyboardWillShow = Notification.Name("keyboardWillShow")
    static let keyboardWillHide = Notification.Name("keyboardWillHide")
    static let memoryWarning = Notification.Name("memoryWarning")
}

/// A model that is not isolated to an actor.
final class PlainSettings: @unchecked Sendable {
    // Sendable: published properties protect their values.
    @Published var name: String
    @Published private(set) var length = 0
    @Published var nickname: String?

    init(name: String) {
        self.name = name
        $name.map(\.count).removeDuplicates().assign(to: &$length)
        $name.map { $0.isEmpty ? nil : $0 }.assign(to: &$nickname)
    }

    func descriptions() -> AnyPublisher<String, Never> {
        Publishers.CombineLatest3($name, $length, $nickname)
            .map { name, length, nickname in "\(nickname ?? name): \(length)" }
            .eraseToAnyPublisher()
    }
}

/// Names the module, as where SwiftUI declares `Published` as well.
@MainActor
final class QualifiedModel {
    @Flux.Published var text = ""

    func lengths() -> AnyPublisher<Int, Never> { $text.map(\.count).eraseToAnyPublisher() }
}

@MainActor @Observable final class ObservableSearch {
    var text = ""
    var count = 0
    @ObservationIgnored var subscriptions: Set<AnyCancellable> = []

    func start() {
        Observed { [self] in text }
            .debounce(for: 0.3, scheduler: .main)
            .removeDuplicates()
            .filter { $0.count > 2 }
            .sink { [weak self] in self?.count = $0.count }
            .store(in: &subscriptions)
    }
}
