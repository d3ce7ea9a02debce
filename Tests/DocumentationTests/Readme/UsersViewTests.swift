import Flux
import SwiftUIStandIn
import Testing

private let users = KeysetPages(by: \User.id, perPage: 30) { since, perPage in
    try await UsersViewTests.github.users(since: since, perPage: perPage)
}

// snippet: begin
struct UsersView: View {
    @State private var model = PagingModel { $0.paginate(threshold: 5, from: users).dedupe(by: \.id) }

    var body: some View {
        List {
            ForEach(model.items) { user in
                Text(user.login).onAppear { model.shown(id: user.id) }
            }
            switch model.footer {
            case .loading: ProgressView()
            case .failed: Button("Try again") { model.retry() }
            case .none, .end: EmptyView()
            }
        }
        .task { model.loadInitial() }
        .refreshable { await model.refresh() }
    }
}
// snippet: end

/// The SwiftUI list of the article on showing changes.
@Suite(.timeLimit(.minutes(1)))
@MainActor
struct UsersViewTests {
    static let github = GitHub(users: 1...70)

    @Test func viewLoadsOnAppearancePagesRetriesAndRefreshes() async throws {
        let github = Self.github
        let screen = SwiftUIScreen(UsersView())
        #expect(screen.lines == [])
        await screen.appear()
        await screen.wait { screen.lines == names(1...30) }

        // Five rows beyond this one are enough.
        screen.show(24)
        screen.show(25)
        await screen.wait { screen.lines == names(1...60) }

        github.isDown.withLock { $0 = true }
        screen.show(59)
        await screen.wait { screen.lines == names(1...60) + ["Try again"] }
        github.isDown.withLock { $0 = false }
        #expect(screen.tap("Try again"))
        await screen.wait { screen.lines == names(1...70) }

        // A list is pulled at its start.
        screen.show(0)
        await screen.pull()
        await screen.wait { screen.lines == names(1...30) }
    }

    private func names(_ ids: ClosedRange<Int>) -> [String] { ids.map { "user \($0)" } }
}
