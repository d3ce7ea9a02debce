import Flux
import SwiftUIStandIn
import TestSupport
import Testing

private let users = KeysetPages(by: \User.id, perPage: 30) { since, perPage in
    try await ScreenCommentTests.github.users(since: since, perPage: perPage)
}

// snippet: begin
struct UserList: View {
    @State private var model = PagingModel(threshold: 5, from: users)

    var body: some View {
        List(model.items) { user in
            Text(user.login).onAppear { model.shown(id: user.id) }
        }
        .task { model.loadInitial() }
        .refreshable { await model.refresh() }
    }
}
// snippet: end

private struct NumberedUsers: View {
    @State var model = PagingModel(threshold: 5, from: users)

    var body: some View {
        // snippet: begin
        ForEach(model.rows) { row in
            Text(row.item?.login ?? "…").onAppear { model.shown(row: row.number) }
        }
        // snippet: end
    }
}

private struct UsersInView: View {
    let model: PagingModel<User>

    var body: some View {
        // snippet: begin
        ForEach(model.rows) { row in
            Text(row.item?.login ?? "…")
                .onAppear { model.appeared(row.id) }
                .onDisappear { model.disappeared(row.id) }
        }
        // snippet: end
    }
}

/// The code in the documentation of what screens use.
@Suite(.timeLimit(.minutes(1)))
@MainActor
struct ScreenCommentTests {
    static let github = GitHub(users: 1...40)

    @Test func statesOfAModel() async {
        let model = PagingModel(threshold: 5, from: users)
        let table = StateTable()
        let printed = Log<String>()
        func print(_ state: ViewState<User>) { printed.append("\(state)") }
        model.loadInitial()
        await model.refresh()
        let loop = Task {
            // snippet: begin
            let subscription = model.states.sink { state in table.show(state) }

            for await state in model.states.values { print(state) }
            // snippet: end
            subscription.cancel()
        }
        while printed.isEmpty { await Task.yield() }
        loop.cancel()
        #expect(table.counts.first == 30)
        #expect(printed.entries.first?.hasPrefix("30 rows") == true)
    }

    @Test func listOfAModelsItems() async {
        let screen = SwiftUIScreen(UserList())
        await screen.appear()
        await screen.wait { screen.lines.count == 30 }
        screen.show(25)
        await screen.wait { screen.lines == (1...40).map { "user \($0)" } }
    }

    @Test func numberedRowsOfAModel() async {
        let view = NumberedUsers()
        let screen = SwiftUIScreen(view)
        view.model.loadInitial()
        await screen.wait { screen.lines.count == 30 }
        screen.show(25)
        await screen.wait { screen.lines == (1...40).map { "user \($0)" } }
    }

    @Test func rowsInViewOfAModel() async {
        let seen = Locked<[ListSignal]>([])
        let model = PagingModel { signals in
            signals.handleEvents(receiveOutput: { signal in seen.withLock { $0.append(signal) } })
                .paginate(threshold: 5, from: users)
        }
        let screen = SwiftUIScreen(UsersInView(model: model))
        model.loadInitial()
        await screen.wait { screen.lines.count == 30 }
        for line in 3..<6 { screen.show(line) }
        screen.hide(3)
        screen.show(6)
        #expect(seen.withLock { $0.last } == .shown(rows: 4..<7))
    }

    @Test func modelOfAnyFeed() async {
        // snippet: begin
        let model = PagingModel { signals in signals.paginate(threshold: 5, from: users).dedupe(by: \.id) }
        // snippet: end
        model.loadInitial()
        await wait { !model.items.isEmpty }
        #expect(model.items.map(\.id) == Array(1...30))
    }

    @Test func paginatorWithCallbacks() {
        let screen = PaginatorScreen(api: GitHub(users: 1...40))
        screen.users.fetchNextPage()
        #expect(screen.reloads == [30, 40])
        #expect(screen.users.reachedLastPage)
    }

    @Test func responseFromBeforeAResetIsIgnored() {
        let screen = GuardedScreen()
        screen.users.fetchFirstPage()
        screen.users.fetchFirstPage()
        screen.api.respond(to: 0, with: .failure(TestError.offline))
        #expect(screen.users.requestStatus == .inProgress)
        screen.api.respond(to: 1, with: .success(FetchedUsers(users: [], total: 40)))
        #expect(screen.users.page == 1)
        #expect(screen.users.total == 40)
    }
}

/// A screen whose paginator ignores late responses.
@MainActor
private final class GuardedScreen {
    let api = DelayedUsers()
    let users = Paginator<User>(pageSize: 30) { _, _, _ in }
    private var resets = 0

    init() {
        // snippet: begin
        users.fetchHandler = { [unowned self] paginator, page, pageSize in
            let token = resets
            api.users(page: page, perPage: pageSize) { [weak self] result in
                guard self?.resets == token else { return }
                switch result {
                case .success(let list): paginator.received(results: list.users, total: list.total)
                case .failure: paginator.failed()
                }
            }
        }
        users.resetHandler = { [unowned self] _ in resets += 1 }
        // snippet: end
    }
}

/// An API whose responses the test sends.
@MainActor
private final class DelayedUsers {
    typealias Completion = @MainActor (Result<FetchedUsers, any Error>) -> Void

    private var completions: [Completion] = []

    func users(page: Int, perPage: Int, completion: @escaping Completion) {
        completions.append(completion)
    }

    func respond(to request: Int, with result: Result<FetchedUsers, any Error>) {
        completions[request](result)
    }
}

/// A screen with a paginator.
@MainActor
private final class PaginatorScreen {
    let api: GitHub
    private(set) var reloads: [Int] = []
    private(set) var paginator: Paginator<User>?

    var users: Paginator<User> { paginator ?? Paginator(pageSize: 1) { _, _, _ in } }
    var tableView: PaginatorScreen { self }

    init(api: GitHub) {
        self.api = api
        // snippet: begin
        let users = Paginator<User>(
            pageSize: 30,
            fetchHandler: { paginator, page, pageSize in
                api.users(page: page, perPage: pageSize) { result in
                    switch result {
                    case .success(let list): paginator.received(results: list.users, total: list.total)
                    case .failure: paginator.failed()
                    }
                }
            },
            resultsHandler: { [weak self] _, _ in self?.tableView.reloadData() })

        users.fetchFirstPage()
        // snippet: end
        paginator = users
        reloads.append(users.results.count)
    }

    func reloadData() {
        if let paginator { reloads.append(paginator.results.count) }
    }
}

/// A table that shows states.
@MainActor
private final class StateTable {
    private(set) var counts: [Int] = []

    func show(_ state: ViewState<User>) { counts.append(state.items.count) }
}
