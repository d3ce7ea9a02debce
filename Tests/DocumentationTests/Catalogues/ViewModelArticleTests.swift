import Flux
import FluxTesting
import Foundation
import Observation
import Testing

// snippet: begin
@MainActor @Observable
final class UsersModel {
    let list: PagingModel<User>

    init(users: some PageSource<some Hashable & Sendable, User, some Error>) {
        list = PagingModel { signals in signals.paginate(threshold: 3, from: users).dedupe(by: \.id) }
    }

    var title: String { list.items.isEmpty ? "Users" : "\(list.items.count) users" }
}
// snippet: end

/// The code of the article about a view model and its tests.
struct ViewModelArticleTests {
    private let github = GitHub(users: 1...40)

    @MainActor @Test func modelOfAServer() {
        // snippet: begin
        let model = UsersModel(
            users: KeysetPages(by: \User.id, perPage: 30) { [github] since, perPage in
                try await github.users(since: since, perPage: perPage)
            })
        // snippet: end
        #expect(model.title == "Users")
    }

    // snippet: begin
    @MainActor @Test func nextPageIsLoadedNearTheEnd() {
        let clock = VirtualTimeScheduler()
        let users = TestPages(
            (1...40).map { User(id: $0) }, perPage: 20, delay: .milliseconds(200), scheduler: clock)
        let model = UsersModel(users: users)

        model.list.loadInitial()
        #expect(model.list.isLoading)
        clock.advance(by: .milliseconds(200))
        #expect(model.title == "20 users")

        model.list.shown(row: 10)
        #expect(users.requests.count == 1)
        model.list.shown(row: 18)
        #expect(model.list.isPaging)
        clock.advance(by: .milliseconds(200))
        #expect(model.title == "40 users")
    }

    @MainActor @Test func failureIsShownAndRetried() {
        let clock = VirtualTimeScheduler()
        let users = TestPages((1...40).map { User(id: $0) }, perPage: 20, scheduler: clock)
        users.failAll()
        let model = UsersModel(users: users)

        model.list.loadInitial()
        #expect(model.list.error is TestFailure)
        users.recover()
        model.list.retry()
        #expect(model.title == "20 users")
    }
    // snippet: end

    @MainActor @Test func previewIsSlow() {
        // snippet: begin
        let preview = NumberPages(size: 30) { page, size in
            Just((0..<size).map { User(id: page * size + $0) })
        }
        .delay(for: .seconds(1), scheduler: DispatchQueue.main)
        let model = UsersModel(users: preview)
        // snippet: end
        model.list.loadInitial()
        #expect(model.list.isLoading)
        #expect(model.title == "Users")
    }
}
