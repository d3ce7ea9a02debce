import Flux
import Foundation

// Forms and validation.

@MainActor
final class SignUpModel {
    let name = CurrentValueSubject<String, Never>("")
    let email = CurrentValueSubject<String, Never>("")
    let password = CurrentValueSubject<String, Never>("")
    let repeated = CurrentValueSubject<String, Never>("")
    let terms = CurrentValueSubject<Bool, Never>(false)
    let submit = PassthroughSubject<Void, Never>()
    var canSubmit = false
    var message: String?
    var subscriptions: Set<AnyCancellable> = []

    func everyFieldIsValid() {
        name.map { $0.count >= 3 }
            .combineLatest(
                email.map { $0.contains("@") && $0.contains(".") },
                password.combineLatest(repeated).map { $0.count >= 8 && $0 == $1 },
                terms
            )
            .map { $0 && $1 && $2 && $3 }
            .removeDuplicates()
            .receive(on: MainActor.shared)
            .sink { [weak self] in self?.canSubmit = $0 }
            .store(in: &subscriptions)
    }

    func combineLatestOfFour() -> AnyPublisher<Bool, Never> {
        Publishers.CombineLatest4(name, email, password, repeated)
            .map { name, email, password, repeated in
                !name.isEmpty && email.contains("@") && password.count > 7 && password == repeated
            }
            .eraseToAnyPublisher()
    }

    func firstMessage() {
        Publishers.CombineLatest3(name, email, password)
            .debounce(for: .milliseconds(500), scheduler: DispatchQueue.main)
            .map { name, email, password -> String? in
                if name.isEmpty { return "Name is missing" }
                if !email.contains("@") { return "Not an address" }
                return password.count < 8 ? "At least \(8 - password.count) more" : nil
            }
            .removeDuplicates()
            .dropFirst()
            .receive(on: MainActor.shared)
            .sink { [weak self] in self?.message = $0 }
            .store(in: &subscriptions)
    }

    func availability(of service: any UserService) -> AnyPublisher<Bool, Never> {
        name
            .debounce(for: .milliseconds(400), scheduler: DispatchQueue.main)
            .removeDuplicates()
            .filter { $0.count >= 3 }
            .map { name in
                service.users(matching: name)
                    .map { users in !users.contains { $0.name == name } }
                    .replaceError(with: false)
            }
            .switchToLatest()
            .eraseToAnyPublisher()
    }

    func submission(to service: any UserService) -> AnyPublisher<Result<User, APIError>, Never> {
        submit
            .withLatestFrom(name.combineLatest(email))
            .map { name, email in
                User(id: 0, name: name, email: email, avatar: nil, isActive: true, score: 0)
            }
            .flatMap { user in
                Future<User, any Error> { try await service.save(user) }
                    .map { Result<User, APIError>.success($0) }
                    .catch { _ in Just(.failure(.unknown)) }
            }
            .eraseToAnyPublisher()
    }

    func strength() -> AnyPublisher<Double, Never> {
        password
            .map { text in
                let digits = text.filter(\.isNumber).count
                let letters = text.filter(\.isLetter).count
                return min(1, Double(text.count) / 16 + (digits > 0 && letters > 0 ? 0.25 : 0))
            }
            .removeDuplicates()
            .eraseToAnyPublisher()
    }

    func validatedName() -> AnyPublisher<String, FormError> {
        name
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .tryMap(validate)
            .eraseToAnyPublisher()
    }

    func errorsOfTheForm() -> AnyPublisher<[FormError], Never> {
        let nameErrors = name.map { $0.isEmpty ? [FormError.empty] : [] }
        let passwordErrors = password.map { $0.count < 8 ? [FormError.tooShort(8 - $0.count)] : [] }
        let repeatedErrors = password.combineLatest(repeated) { $0 == $1 ? [] : [FormError.mismatch] }
        return nameErrors.combineLatest(passwordErrors, repeatedErrors) { $0 + $1 + $2 }
            .removeDuplicates()
            .eraseToAnyPublisher()
    }

    func normalizedPhone(_ input: AnyPublisher<String?, Never>) -> AnyPublisher<String, Never> {
        input
            .replaceNil(with: "")
            .map { $0.filter { $0.isNumber || $0 == "+" } }
            .map { $0.hasPrefix("+") ? $0 : "+49" + $0.dropFirst() }
            .removeDuplicates()
            .eraseToAnyPublisher()
    }

    func toggles(_ settings: CurrentValueSubject<Settings, Never>) {
        settings
            .map(\.sendsReports)
            .removeDuplicates()
            .dropFirst()
            .handleEvents(receiveOutput: { print("reports: \($0)") })
            .sink { _ in }
            .store(in: &subscriptions)
    }
}
