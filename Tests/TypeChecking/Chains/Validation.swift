import Flux
import Foundation

// Forms whose fields are compared in one closure.

@MainActor
final class AccountModel {
    @Published var name = ""
    @Published var password = ""
    @Published var repeated = ""
    @Published var age = 0
    @Published var isValid = false
    var subscriptions: Set<AnyCancellable> = []

    func fourFields() {
        Publishers.CombineLatest4($name, $password, $repeated, $age)
            .map { $0.count > 2 && $1.count >= 8 && $2 == $1 && $3 > 17 }
            .receive(on: .main)
            .sink { [weak self] in self?.isValid = $0 }
            .store(in: &subscriptions)
    }

    func threeFields() {
        Publishers.CombineLatest3($name, $password, $repeated)
            .map { $0.count > 2 && $1.count >= 8 && $1 == $2 }
            .receive(on: .main)
            .sink { [weak self] in self?.isValid = $0 }
            .store(in: &subscriptions)
    }

    func fieldWithThreeOthers() {
        $name.combineLatest($password, $repeated, $age)
            .map { $0.count > 2 && $1.count >= 8 && $2 == $1 && $3 > 17 }
            .receive(on: .main)
            .sink { [weak self] in self?.isValid = $0 }
            .store(in: &subscriptions)
    }

    func fieldInARange() {
        $age.map { $0 >= 18 && $0 < 120 }
            .combineLatest($name) { $0 && $1.count > 1 }
            .removeDuplicates()
            .receive(on: .main)
            .assign(to: \.isValid, onWeak: self)
            .store(in: &subscriptions)
    }
}
