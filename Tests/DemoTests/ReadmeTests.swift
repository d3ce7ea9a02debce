import Flux
import Foundation
import Testing

@testable import Demo

/// The pipeline of the README, word for word but for the stand-ins around it.
@Suite struct ReadmeTests {
    struct GitHub: Sendable {
        func users(since: Int?, perPage: Int) async throws -> [User] {
            let first = (since ?? 0) + 1
            return (first..<min(first + perPage, 41)).map { id in
                User(id: id, login: "user\(id)", avatarURL: URL(filePath: "/nowhere/\(id).png"))
            }
        }
    }

    @MainActor
    final class Screen {
        private(set) var rows: [String] = []
        private(set) var states = 0
        var onEnd: (() -> Void)?

        func render(_ state: ViewState<ImageRow<User, PNG>>) {
            rows = state.items.map(\.login)
            states += 1
            if state.footer == .end { onEnd.take()?() }
        }
    }

    @MainActor
    @Test func `the pipeline compiles as printed and reaches the screen on the main actor`() async {
        let github = GitHub()
        let screen = Screen()
        typealias Bitmap = PNG

        let users = KeysetPages(by: \User.id, perPage: 30) { since, perPage in
            try await github.users(since: since, perPage: perPage)
        }.retry(.exponential(from: .milliseconds(250), attempts: 4))

        let avatars = ImageLoader { data in try Bitmap(decoding: data) }
        let signals = PassthroughSubject<ListSignal, Never>()

        let feed =
            signals
            .paginate(threshold: 5, from: users)
            .dedupe(by: \.id)
            .images(from: avatars, at: \.avatarURL)
            .receive(on: MainActor.shared)
            .sink { state in screen.render(state) }

        signals.send(.shown(row: 39))
        await withCheckedContinuation { continuation in
            screen.onEnd = { continuation.resume() }
        }
        feed.cancel()
        #expect(screen.rows == (1...40).map { "user\($0)" })
        #expect(screen.states > 3)
    }
}
