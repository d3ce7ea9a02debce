import Flux
import Foundation

// View models and stores.

@MainActor
final class FeedModel {
    let actions = PassthroughSubject<Action, Never>()
    let state = CurrentValueSubject<FeedState, Never>(FeedState())
    var users: [User] = []
    var title = ""
    var isLoading = false
    var subscriptions: Set<AnyCancellable> = []

    func reducer(_ service: any UserService) {
        actions
            .scan(FeedState()) { state, action in
                var state = state
                switch action {
                case .reload: state.isLoading = true
                case .select(let index): state.selected = index
                case .delete(let id): state.users.removeAll { $0.id == id }
                case .filter(let query): state.query = query
                }
                return state
            }
            .removeDuplicates()
            .sink { [state] in state.send($0) }
            .store(in: &subscriptions)
    }

    func effects(_ service: any UserService) {
        actions
            .compactMap { action -> String? in
                guard case .filter(let query) = action else { return nil }
                return query
            }
            .map { service.users(matching: $0).replaceError(with: []) }
            .switchToLatest()
            .receive(on: MainActor.shared)
            .sink { [weak self] users in
                self?.users = users
                self?.isLoading = false
            }
            .store(in: &subscriptions)
    }

    func selectedUser() -> AnyPublisher<User?, Never> {
        state
            .map { state in
                state.selected.flatMap { state.users.indices.contains($0) ? state.users[$0] : nil }
            }
            .removeDuplicates()
            .eraseToAnyPublisher()
    }

    func visibleUsers() -> AnyPublisher<[User], Never> {
        state
            .map { state in
                state.users.filter {
                    state.query.isEmpty || $0.name.lowercased().contains(state.query.lowercased())
                }
            }
            .removeDuplicates()
            .eraseToAnyPublisher()
    }

    func titleOfState() {
        state
            .map(\.users.count)
            .removeDuplicates()
            .map { $0 == 0 ? "Nobody" : $0 == 1 ? "1 user" : "\($0) users" }
            .receive(on: MainActor.shared)
            .sink { [weak self] in self?.title = $0 }
            .store(in: &subscriptions)
    }

    func badge(_ unread: AnyPublisher<Int, Never>, _ mentions: AnyPublisher<Int, Never>) -> AnyPublisher<
        String?, Never
    > {
        unread.combineLatest(mentions)
            .map { unread, mentions in
                unread + mentions == 0 ? nil : mentions > 0 ? "@\(mentions)" : "\(unread)"
            }
            .removeDuplicates()
            .eraseToAnyPublisher()
    }

    func progress(_ parts: [AnyPublisher<Double, Never>]) -> AnyPublisher<Double, Never> {
        parts.combinedLatest()
            .map { $0.reduce(0, +) / Double($0.count) }
            .map { ($0 * 100).rounded() / 100 }
            .removeDuplicates()
            .eraseToAnyPublisher()
    }

    func undo(_ text: AnyPublisher<String, Never>) -> AnyPublisher<(String, String), Never> {
        text
            .debounce(for: .seconds(1), scheduler: DispatchQueue.main)
            .pairwise()
            .filter { $0 != $1 }
            .eraseToAnyPublisher()
    }

    func likes(_ taps: PassthroughSubject<Int, Never>, _ service: any UserService) {
        taps
            .exhaustMap { id in service.user(id: id).map { Optional($0) }.replaceError(with: nil) }
            .compactMap { $0 }
            .scan([Int: User]()) { table, user in
                var table = table
                table[user.id] = user
                return table
            }
            .map { $0.values.sorted { $0.id < $1.id } }
            .receive(on: MainActor.shared)
            .sink { [weak self] in self?.users = $0 }
            .store(in: &subscriptions)
    }

    func firstLoadThenUpdates(_ first: AnyPublisher<[User], Never>, _ updates: AnyPublisher<User, Never>) {
        first
            .flatMap { users in
                updates.scan(users) { users, update in
                    users.map { $0.id == update.id ? update : $0 }
                }
                .prepend(users)
            }
            .receive(on: MainActor.shared)
            .sink { [weak self] in self?.users = $0 }
            .store(in: &subscriptions)
    }
}
