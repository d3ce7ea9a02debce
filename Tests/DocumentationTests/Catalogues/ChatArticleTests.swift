import Flux
import FluxTesting
import Foundation
import TestSupport
import Testing

// snippet: begin
nonisolated struct ChatMessage: Identifiable, Hashable, Sendable {
    var id: Int
    var text: String
    var day: Int
    var isSent = true
}

nonisolated protocol ChatService: Sendable {
    func messages(after id: Int, limit: Int) -> AnyPublisher<[ChatMessage], URLError>
    func messages(before id: Int, limit: Int) -> AnyPublisher<[ChatMessage], URLError>
    func send(_ text: String) -> AnyPublisher<ChatMessage, URLError>
    /// New messages, those of this user as well.
    var pushed: AnyPublisher<ChatMessage, Never> { get }
}

nonisolated enum ChatRow: Identifiable, Hashable, Sendable {
    case day(Int)
    case message(ChatMessage)

    var id: String {
        switch self {
        case .day(let day): "day \(day)"
        case .message(let message): "\(message.id)"
        }
    }
}

nonisolated struct Conversation: Sendable {
    let service: any ChatService
    private let drafts = FeedEdits<ChatMessage, Int>()

    init(_ service: any ChatService) {
        self.service = service
    }

    /// The rows of a list that begins with the first unread message.
    func rows(
        after lastRead: Int, _ signals: AnyPublisher<ListSignal, Never>
    ) -> some Publisher<ViewState<ChatRow>, Never> {
        let messages = KeysetPages(by: \ChatMessage.id, perPage: 30) { [service] id, count in
            service.messages(after: id ?? 0, limit: count)
        } before: { [service] id, count in
            service.messages(before: id, limit: count)
        }.inserting(service.pushed, at: .end)

        return
            signals
            .paginate(PagingRules(threshold: 10, maxRows: 200), from: messages, startingAt: .after(lastRead))
            .edits(drafts)
            .dedupe(by: \.id)
            .map { ChatRow.message($0) }
            .separators { before, after in
                guard case .message(let next) = after, next.isSent else { return nil }
                if case .message(let last) = before, last.day >= next.day { return nil }
                return .day(next.day)
            }
    }

    /// Shows a message at once, and replaces it by the one that the server has saved.
    ///
    /// - Parameter draft: The message, with an identity that no other has.
    func send(_ draft: ChatMessage) -> AnyCancellable {
        let edit = drafts.insert(draft, at: .end, survivesRefresh: true)
        return service.send(draft.text).sink(
            receiveCompletion: { completion in
                if case .failure = completion { edit.revert() }
            },
            receiveValue: { saved in drafts.confirm(draft.id, as: saved) })
    }
}
// snippet: end

/// The code of the article about a chat.
@Suite(.timeLimit(.minutes(1)))
struct ChatArticleTests {
    @Test func sourceWithItemsThatAreInserted() {
        let socket = (messages: PassthroughSubject<Int, Never>(), count: 1)
        let pages = TestPages(Array(0..<3), perPage: 10, scheduler: VirtualTimeScheduler())
        // snippet: begin
        let messages = pages.inserting(socket.messages, at: .end)
        // snippet: end
        #expect(messages.insertions != nil)
    }

    @MainActor @Test func modelOfAConversation() {
        let (conversation, lastRead) = (Conversation(ChatServer(count: 5)), 2)
        // snippet: begin
        let list = PagingModel { signals in
            conversation.rows(after: lastRead, signals.eraseToAnyPublisher())
        }
        // snippet: end
        list.loadInitial()
        #expect(list.items.isEmpty)
    }

    @Test func conversationIsPagedBothWaysAndGrows() throws {
        // snippet: begin
        let server = ChatServer(count: 400)
        let conversation = Conversation(server)
        let list = ListSimulator(viewport: 8, scheduler: server.clock) { signals in
            conversation.rows(after: 200, signals)
        }
        list.runUntilIdle()
        #expect(list.frame.items.first == .message(server.message(201)))

        list.scroll(by: -100, over: .seconds(10))
        #expect(list.frame.items.contains(.message(server.message(110))))

        list.scrollToEnd()
        #expect(list.frame.items.last == .message(server.message(400)))
        #expect(list.state.items.count <= 200)
        // snippet: end
        try list.checkChanges()
    }

    @Test func messagesArriveAndAreSent() throws {
        let server = ChatServer(count: 40)
        let conversation = Conversation(server)
        let list = ListSimulator(viewport: 8, scheduler: server.clock) { signals in
            conversation.rows(after: 0, signals)
        }
        list.runUntilIdle()
        list.scrollToEnd()
        // snippet: begin
        server.receive("What time is it?")
        #expect(list.state.items.last == .message(server.message(41)))

        // The row of a message that is being sent is replaced in place.
        let draft = ChatMessage(id: -1, text: "Half past nine", day: 4, isSent: false)
        let sending = conversation.send(draft)
        #expect(list.state.items.last == .message(draft))
        let count = list.state.items.count
        list.wait(.seconds(1))
        #expect(list.state.items.last == .message(server.message(42)))
        #expect(list.state.items.count == count)
        // snippet: end
        sending.cancel()
        try list.checkChanges()
    }

    @Test func messageThatCannotBeSentIsRemoved() throws {
        let server = ChatServer(count: 40)
        let conversation = Conversation(server)
        let list = ListSimulator(viewport: 8, scheduler: server.clock) { conversation.rows(after: 0, $0) }
        list.runUntilIdle()
        list.scrollToEnd()
        server.isOnline.withLock { $0 = false }
        let draft = ChatMessage(id: -1, text: "Hello?", day: 4, isSent: false)
        let sending = conversation.send(draft)
        #expect(list.state.items.last == .message(draft))
        list.wait(.seconds(1))
        #expect(list.state.items.last == .message(server.message(40)))
        sending.cancel()
        try list.checkChanges()
    }

    /// A draft of the day before waits, and so does one of the next day.
    @Test func headingOfADayIsThereOnce() throws {
        let server = ChatServer(count: 18)
        let conversation = Conversation(server)
        let list = ListSimulator(viewport: 8, scheduler: server.clock) { conversation.rows(after: 0, $0) }
        list.runUntilIdle()
        list.scrollToEnd()
        let late = conversation.send(ChatMessage(id: -1, text: "Late", day: 1, isSent: false))
        for id in 19...21 { server.receive("message \(id)") }
        let next = conversation.send(ChatMessage(id: -2, text: "Next", day: 2, isSent: false))
        #expect(list.state.items.suffix(5).map(\.id) == ["day 2", "20", "21", "-1", "-2"])
        list.wait(.seconds(1))
        #expect(list.state.items.suffix(5).map(\.id) == ["day 2", "20", "21", "22", "23"])
        for sending in [late, next] { sending.cancel() }
        try list.checkChanges()
    }

    @Test func messagesThatArriveWhileTheListIsScrolledAwayAreLoadedLater() throws {
        let server = ChatServer(count: 400)
        let conversation = Conversation(server)
        let list = ListSimulator(viewport: 8, scheduler: server.clock) { conversation.rows(after: 0, $0) }
        list.runUntilIdle()
        for index in 0..<50 { server.receive("message \(index)") }
        list.scrollToEnd()
        #expect(list.frame.items.last == .message(server.message(450)))
        for index in 50..<1050 { server.receive("message \(index)") }
        list.runUntilIdle()
        list.scrollToEnd()
        #expect(list.frame.items.last == .message(server.message(1450)))
        try list.checkChanges()
    }
}

/// A server of messages, ten a day, in virtual time.
nonisolated private final class ChatServer: ChatService {
    let clock = VirtualTimeScheduler()
    let isOnline = Locked(true)
    private let stored: Locked<[ChatMessage]>
    private let subject = PassthroughSubject<ChatMessage, Never>()

    init(count: Int) {
        stored = Locked((1...count).map { ChatMessage(id: $0, text: "message \($0)", day: $0 / 10) })
    }

    var pushed: AnyPublisher<ChatMessage, Never> { subject.eraseToAnyPublisher() }

    func message(_ id: Int) -> ChatMessage { stored.withLock { $0[id - 1] } }

    func messages(after id: Int, limit: Int) -> AnyPublisher<[ChatMessage], URLError> {
        answer { $0.filter { $0.id > id }.prefix(limit).map { $0 } }
    }

    func messages(before id: Int, limit: Int) -> AnyPublisher<[ChatMessage], URLError> {
        answer { $0.filter { $0.id < id }.suffix(limit).map { $0 } }
    }

    func send(_ text: String) -> AnyPublisher<ChatMessage, URLError> {
        let saved = answer { _ in () }.map { [self] in
            let message = save(text)
            clock.schedule(after: .milliseconds(50)) { [subject] in subject.send(message) }
            return message
        }
        return saved.eraseToAnyPublisher()
    }

    /// Saves a message of another user, and pushes it.
    func receive(_ text: String) {
        subject.send(save(text))
    }

    private func save(_ text: String) -> ChatMessage {
        stored.withLock { stored in
            let id = stored.count + 1
            stored.append(ChatMessage(id: id, text: text, day: id / 10))
            return stored[id - 1]
        }
    }

    private func answer<Value: Sendable>(
        _ value: @escaping @Sendable ([ChatMessage]) -> Value
    ) -> AnyPublisher<Value, URLError> {
        Just(())
            .delay(for: .milliseconds(100), scheduler: clock)
            .setFailureType(to: URLError.self)
            .flatMap { [self] in
                isOnline.withLock { $0 }
                    ? Just(value(stored.withLock { $0 })).setFailureType(to: URLError.self)
                        .eraseToAnyPublisher()
                    : Fail(error: URLError(.notConnectedToInternet)).eraseToAnyPublisher()
            }
            .eraseToAnyPublisher()
    }
}
