import Flux
import Foundation
import TestSupport
import Testing

/// The README's streams and lists.
@Suite(.timeLimit(.minutes(1)))
@MainActor
struct PipelineTests {
    // The README's lines are shorter, and its comments stand in a column.
    // swift-format-ignore
    @Test func pagesAndImagesArriveOnTheMainActor() async {
        let github = GitHub(users: 1...40)
        let screen = Screen<ImageRow<User, Bitmap>>()
        let render = screen.render

        // snippet: begin
        let users = KeysetPages(by: \User.id, perPage: 30) { since, perPage in
            try await github.users(since: since, perPage: perPage)
        }.retry(.exponential(from: .milliseconds(250), attempts: 4))
        let avatars = ImageLoader { data in try Bitmap(png: data) }  // decodes off the main thread
        let signals = PassthroughSubject<ListSignal, Never>()        // rows in view, refresh, retry, jumps

        let feed = signals
            .paginate(threshold: 5, from: users)                     // a publisher of ViewState<User>
            .dedupe(by: \.id)
            .images(from: avatars, at: \.avatarURL)                  // adds the state of its image to each row
            .receive(on: .main)
            .sink { state in render(state) }                         // on the main actor

        signals.send(.shown(row: 24))                                // from willDisplay or onAppear
        // snippet: end
        signals.send(.refresh)

        await screen.wait { $0.items.count == 30 && !$0.isLoading && $0.items[24].image.isFinal }
        #expect(screen.state.items.map(\.login) == (1...30).map { "user \($0)" })
        #expect(screen.state.items[24].image.image == Bitmap(bytes: [25]))

        signals.send(.shown(row: 29))
        await screen.wait { $0.items.count == 40 }
        signals.send(.shown(row: 39))
        await screen.wait { $0.footer == .end }
        #expect(screen.state.items.map(\.id) == Array(1...40))
        feed.cancel()
    }

    @Test func loopsThrowTheErrorsOfTheirSource() async throws {
        let membersURL = URL(filePath: "/members")
        await #expect(throws: HTTPPageError.self) {
            // snippet: begin
            let members = HTTPPages<User>(membersURL)  // detects the items and the next page
            do {
                for try await user in members.items(prefetch: 1) { print(user.login) }
            } catch let error as HTTPPageError where error.isTransient {
                print("Try again later: \(error)")
            }
            // snippet: end
        }
    }

    // The README's comments stand in a column.
    // swift-format-ignore
    @Test func searchShowsTheResultsOfTheLastQueryOnly() {
        let shown = Log<[String]>()
        let show: @MainActor @Sendable ([String]) -> Void = { shown.append($0) }
        let search: @Sendable (String) -> AnyPublisher<[String], URLError> = { text in
            Just(["results for \(text)"]).setFailureType(to: URLError.self).eraseToAnyPublisher()
        }

        // snippet: begin
        let query = PassthroughSubject<String, Never>()

        let subscription = query
            .removeDuplicates()
            .filter { text in text.count > 2 }
            .map { text in search(text).retry(2).replaceError(with: []) }  // a publisher of results
            .switchToLatest()                                              // cancels the previous search
            .receive(on: .main)
            .sink { results in show(results) }                             // on the main actor

        query.send("flux")
        subscription.cancel()                                              // ends the delivery
        // snippet: end
        query.send("later")
        #expect(shown.entries == [["results for flux"]])
    }

    @Test func messagesStartAtTheLastReadAndPageBothWays() async {
        let chat = Chat(messages: 1...200)
        let signals = PassthroughSubject<ListSignal, Never>()
        let lastRead = 100
        let screen = Screen<Message>()

        // snippet: begin
        let messages = KeysetPages(by: \Message.id, perPage: 50) { id, perPage in
            try await chat.messages(after: id, limit: perPage)
        } before: { id, perPage in
            try await chat.messages(before: id, limit: perPage)
        }
        let feed = signals.paginate(threshold: 10, from: messages, startingAt: .after(lastRead))
        // snippet: end

        let subscription = feed.receive(on: .main).sink { state in screen.render(state) }
        await screen.wait { $0.items.count == 50 }
        #expect(screen.state.items.map(\.id) == Array(101...150))
        #expect(screen.state.hasPrevious && screen.state.hasMore)

        signals.send(.shown(row: 9))
        await screen.wait { $0.items.count == 100 }
        #expect(screen.state.items.map(\.id) == Array(51...150))
        #expect(screen.state.change.inserted == [0..<50])

        signals.send(.shown(row: 95))
        await screen.wait { $0.items.count == 150 }
        #expect(screen.state.items.map(\.id) == Array(51...200))
        subscription.cancel()
    }

    @Test func loopReadsPageAfterPage() async throws {
        let github = GitHub(users: 1...100)
        let users = KeysetPages(by: \User.id, perPage: 30) { since, perPage in
            try await github.users(since: since, perPage: perPage)
        }

        let signals = PassthroughSubject<ListSignal, Never>()
        var all = PagedItems<User>()
        for await state in signals.paginate(threshold: 0, from: users).values {
            if let error = state.error { throw error }
            all = state.items
            if state.append.isEnd { break }
            signals.send(.loadMore)  // ignored while a page is loading
        }

        #expect(all.map(\.id) == Array(1...100))
    }
}
