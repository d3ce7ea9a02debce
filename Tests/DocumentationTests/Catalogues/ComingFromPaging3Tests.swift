import Flux
import TestSupport
import Testing

/// The code of the article for those who know Paging 3.
@Suite(.timeLimit(.minutes(1)))
struct ComingFromPaging3Tests {
    private let github = GitHub(users: 1...40)

    @MainActor @Test func feedWithAWindowAndDividers() async {
        let (github, signals) = (github, PassthroughSubject<ListSignal, Never>())
        // snippet: begin
        let users = NumberPages(size: 30) { page, size in
            try await github.users(page: page, perPage: size)
        }
        let rules = PagingRules(threshold: 30, maxRows: 300)
        let feed = signals.paginate(rules, from: users)
            .filter { !$0.login.isEmpty }
            .separators { before, after in
                before != nil && after != nil ? .divider : nil
            }
            .share(scope: .forever)
        // snippet: end
        let screen = Screen<User>()
        let subscription = feed.receive(on: .main).sink { state in screen.render(state) }
        await screen.wait { $0.items.count == 59 }
        subscription.cancel()
    }
}

extension User {
    /// Stands between two users.
    fileprivate nonisolated static let divider = User(id: 0)
}
