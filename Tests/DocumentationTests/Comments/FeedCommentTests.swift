import Flux
import FluxTesting
import Foundation
import TestSupport
import Testing

/// The code in the documentation of feeds.
@Suite(.timeLimit(.minutes(1)))
struct FeedCommentTests {
    private let signals = PassthroughSubject<ListSignal, Never>()
    private let users = NumberPages(size: 3) { page, size in Just((1...size).map { User(id: page * 10 + $0) })
    }

    @Test func feedWithoutDuplicates() {
        // snippet: begin
        let feed = signals.paginate(threshold: 5, from: users).dedupe(by: \.id)
        // snippet: end
        #expect(ids(of: feed) == [11, 12, 13])
    }

    @Test func rulesOfAFeed() {
        // snippet: begin
        let rules = PagingRules(threshold: 10, failurePolicy: .retryOnHint, maxRows: 500)
        let feed = signals.paginate(rules, from: users)
        // snippet: end
        let states = Log<[Int]>()
        let subscription = feed.sink { states.append($0.items.map(\.id)) }
        // snippet: begin
        signals.send(.shown(rows: 0..<12))  // when the list is scrolled
        signals.send(.refresh)  // when it is pulled down
        // snippet: end
        #expect(states.entries.last?.prefix(3) == [11, 12, 13])
        subscription.cancel()
    }

    @Test func sharedSession() {
        // snippet: begin
        let feed = signals.paginate(threshold: 5, from: users).share(replay: 1)
        // snippet: end
        let first = Log<[Int]>()
        let subscription = feed.sink { first.append($0.items.map(\.id)) }
        #expect(ids(of: feed) == [11, 12, 13])
        #expect(first.entries.last == [11, 12, 13])
        subscription.cancel()
    }

    @Test func eventsOfASharedSession() {
        // snippet: begin
        let feed = signals.paginate(threshold: 5, from: users).log("users").share()
        let events = feed.events.sink { event in print(event) }
        // snippet: end
        events.cancel()
    }

    @Test func separatorsBetweenInitials() {
        let feed = Just(ListSignal.shown(row: 0)).paginate(threshold: 9, from: Contacts())
        // snippet: begin
        let rows = feed.map(Row.user).separators { before, after in
            guard let letter = after?.initial, letter != before?.initial else { return nil }
            return .heading(letter)
        }
        // snippet: end
        let shown = Log<[Row]>()
        let subscription = rows.sink { shown.append(Array($0.items)) }
        #expect(
            shown.entries.last == [
                .heading("A"), .user("Ada"), .user("Alan"), .heading("B"), .user("Barbara"), .user("Bjarne"),
            ])
        subscription.cancel()
    }

    @Test func savedAndRestoredList() async throws {
        let users = KeysetPages(by: \User.id, perPage: 3) { since, perPage in
            Just((0..<perPage).map { User(id: $0 + 1 + (since ?? 0)) })
        }
        let saved: PagingSnapshot<KeysetKey<Int>, User>? = nil
        let render: @Sendable (ViewState<User>) -> Void = { _ in }
        // The comment stands away from the code.
        // swift-format-ignore
        do {
            // snippet: begin
            let archive = FeedArchive<KeysetKey<Int>, User>(restoring: saved)
            let feed = signals.paginate(threshold: 5, from: users).archived(by: archive).sink { state in render(state) }

            let data = try JSONEncoder().encode(await archive.snapshot())        // when the app goes to the background
            // snippet: end
            feed.cancel()
            let restored = try JSONDecoder().decode(PagingSnapshot<KeysetKey<Int>, User>?.self, from: data)
            #expect(restored?.pages.flatMap(\.page.items).map(\.id) == [1, 2, 3])
        }
    }

    @Test func feedWithAnIdentity() {
        // snippet: begin
        let feed = signals.paginate(threshold: 5, from: users).identified(by: \.id)
        // snippet: end
        #expect(ids(of: feed) == [11, 12, 13])
    }

    @Test func editThatTheServerRefusesIsReverted() async {
        struct Server {
            func like(_ id: Int) async throws { throw TestFailure() }
        }
        let server = Server()
        let posts = NumberPages(size: 3) { _, _ in Just([Post(id: 1), Post(id: 2)]) }
        let post = Post(id: 2)
        let likes = Log<[Bool]>()
        let render: @Sendable (ViewState<Post>) -> Void = { state in likes.append(state.items.map(\.isLiked))
        }
        // snippet: begin
        let edits = FeedEdits(by: \Post.id)
        let feed = signals.paginate(threshold: 0, from: posts).edits(edits).sink { state in render(state) }

        let like = edits.update(post.id) { $0.isLiked = true }
        do { try await server.like(post.id) } catch { like.revert() }
        // snippet: end
        #expect(likes.entries.suffix(3) == [[false, false], [false, true], [false, false]])
        feed.cancel()
    }

    @Test func editsAreConfirmed() async {
        struct Server: Sendable {
            let fails: Bool

            func like(_ id: Int) async throws { if fails { throw TestFailure() } }
        }
        let edits = FeedEdits(by: \Post.id)
        let posts = NumberPages(size: 3) { _, _ in Just([Post(id: 1), Post(id: 2)]) }
        let post = Post(id: 2)
        let likes = Log<[Bool]>()
        let feed = signals.paginate(threshold: 0, from: posts).edits(edits)
            .sink { state in likes.append(state.items.map(\.isLiked)) }
        for fails in [true, false] {
            let server = Server(fails: fails)
            // snippet: begin
            let like = edits.update(post.id, survivesRefresh: true) { $0.isLiked = true }
            do {
                try await server.like(post.id)
                like.confirm()
            } catch {
                like.revert()
            }
            // snippet: end
            #expect(likes.entries.last == [false, !fails])
        }
        signals.send(.refresh)
        #expect(likes.entries.last == [false, false])
        feed.cancel()
    }

    @Test func rowsThatUsersOrderByHand() {
        let edits = FeedEdits(by: \Post.id)
        let posts = NumberPages(size: 5) { _, _ in Just((1...4).map { Post(id: $0) }) }
        let shown = Log<[Int]>()
        let feed = signals.paginate(threshold: 0, from: posts).edits(edits)
            .sink { state in shown.append(state.items.map(\.id)) }
        var moves: [FeedEdit] = []
        for order in [[2, 1, 3, 4], [2, 4, 1, 3], [3, 2, 4, 1], [1, 2, 3, 4]] {
            // snippet: begin
            for edit in moves { edit.revert() }
            moves = order.enumerated().map { index, id in
                edits.move(id, to: index == 0 ? .start : .after(order[index - 1]))
            }
            // snippet: end
            #expect(shown.entries.last == order)
        }
        feed.cancel()
    }

    @Test func rowsThatAServerPushes() {
        let socket = (changes: PassthroughSubject<(updated: [Post], deletedIDs: [Int]), Never>(), count: 1)
        let edits = FeedEdits(by: \Post.id)
        let posts = NumberPages(size: 3) { _, _ in Just([Post(id: 1), Post(id: 2)]) }
        let shown = Log<[Post]>()
        let feed = signals.paginate(threshold: 0, from: posts).edits(edits)
            .sink { state in shown.append(Array(state.items)) }
        // snippet: begin
        let pushes = socket.changes.sink { change in
            edits.apply(updated: change.updated, deleted: change.deletedIDs)
        }
        // snippet: end
        socket.changes.send((updated: [Post(id: 2, isLiked: true)], deletedIDs: [1]))
        #expect(shown.entries.last?.map(\.id) == [2])
        #expect(shown.entries.last?.map(\.isLiked) == [true])
        pushes.cancel()
        feed.cancel()
    }

    @Test func insertedRowUnderATemporaryIdentity() async throws {
        nonisolated struct Post: Sendable {
            let id: Int
            var text = ""
        }
        nonisolated struct Server {
            let fails: Bool

            func publish(_ text: String) async throws -> Post {
                if fails { throw TestFailure() }
                return Post(id: 7, text: text)
            }
        }
        let edits = FeedEdits(by: \Post.id)
        let posts = NumberPages(size: 3) { _, _ in Just([Post(id: 1), Post(id: 2)]) }
        let shown = Log<[Int]>()
        let feed = signals.paginate(threshold: 0, from: posts).edits(edits)
            .sink { state in shown.append(state.items.map(\.id)) }
        let text = "hello"
        let temporaryID = { -1 }
        for fails in [true, false] {
            let server = Server(fails: fails)
            // snippet: begin
            let draft = Post(id: temporaryID(), text: text)
            let insertion = edits.insert(draft, at: .start, survivesRefresh: true)
            do {
                edits.confirm(draft.id, as: try await server.publish(text))
            } catch {
                insertion.revert()
            }
            // snippet: end
            #expect(shown.entries.last == (fails ? [1, 2] : [7, 1, 2]))
        }
        #expect(shown.entries.contains([-1, 1, 2]))
        feed.cancel()
    }

    private func ids<Feed: Publisher>(of feed: Feed) -> [Int] where Feed.Output == ViewState<User> {
        let ids = Log<[Int]>()
        let subscription = feed.sink(
            receiveCompletion: { _ in }, receiveValue: { ids.append($0.items.map(\.id)) })
        subscription.cancel()
        return ids.entries.last ?? []
    }
}

nonisolated private struct Post: Sendable {
    let id: Int
    var isLiked = false
}

nonisolated private enum Row: Sendable, Hashable {
    case user(String)
    case heading(Character)

    var initial: Character? {
        switch self {
        case .user(let name): name.first
        case .heading(let letter): letter
        }
    }
}

/// Two pages of names, of which the first ends in the middle of a letter's.
nonisolated private struct Contacts: PageSource {
    typealias Key = Int
    typealias Item = String
    typealias Failure = Never

    func page(for request: PageRequest<Int>) -> Just<Page<Int, String>> {
        Just(request.key == nil ? Page(["Ada", "Alan", "Barbara"], next: 1) : Page(["Bjarne"], next: nil))
    }
}
