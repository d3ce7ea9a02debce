import Flux

struct User: Identifiable, Sendable {
    let id: Int
    let name: String
}

/// A list whose states are delivered where they are made: with the `sink` right behind the feed, the project
/// compiles the list for its own types.
final class UserList: Sendable {
    private let signals = PassthroughSubject<ListSignal, Never>()
    private let subscription: AnyCancellable

    init() {
        let users = OffsetPages(limit: 30) { offset, limit in
            Just((offset..<offset + limit).map { User(id: $0, name: "user \($0)") })
        }
        subscription = signals.paginate(threshold: 5, from: users)
            .dedupe(by: \.id)
            .sink { state in print(state.items.count, state.isLoading) }
    }

    func willDisplay(row: Int) { signals.send(.shown(row: row)) }
}

let list = UserList()
for row in 0..<100 { list.willDisplay(row: row) }
