import FluxImages
import Foundation
import LoopbackServer
import PagingOperators
import Streams
import TestSupport
import Testing

/// Avatars that fail to load or to decode.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct BadAvatarTests {
    enum BadAvatar: CaseIterable {
        case missing, webPage, cutShort, dropped

        var response: HTTPResponse {
            switch self {
            case .missing: .failure(status: 404, message: "Not Found")
            case .webPage: .html("<!doctype html><p>Sign in.</p>")
            case .cutShort: .png(Identicon(id: 1).png()).delivered(.truncated(after: 10))
            case .dropped: .text("").delivered(.dropped)
            }
        }

        func matches(_ error: ImageError) -> Bool {
            switch (self, error) {
            case (.missing, .notLoaded(let error)): error.reason == .status(404, retryAfter: nil)
            case (.webPage, .notDecodable(_, let what)): what == "the bytes are not a PNG image"
            case (.cutShort, .notLoaded(let error)):
                error.reason == .truncated(received: 10, expected: Identicon(id: 1).png().count)
            case (.dropped, .notLoaded(let error)):
                if case .transport = error.reason { true } else { false }
            default: false
            }
        }
    }

    @Test(arguments: BadAvatar.allCases)
    func badAvatarFailsItsRowAndIsLoadedAgainNearTheRow(avatar: BadAvatar) async throws {
        let brokenPath = "/avatars/\(UserDirectory(count: 61).id(at: 3)).png"
        let isBroken = Locked(true)
        let fixture = try UsersFixture(
            users: 61,
            deliver: { request, response in
                request.path == brokenPath && isBroken.withLock { $0 } ? avatar.response : response
            })
        let list = fixture.list(range: ImageRange(near: 5, kept: 200))

        let row = try await list.settled().items[3]
        let error = try #require(row.image.error)
        #expect(avatar.matches(error))
        #expect(error.url == row.avatarURL)
        #expect("\(error)".hasPrefix("\(row.avatarURL): "))
        #expect(row.image.image == UsersFixture.fallback)
        #expect(list.latest.error == nil)
        for other in [0, 1, 2, 4, 5] {
            #expect(list.latest.items[other].image.error == nil)
            #expect(list.latest.items[other].image.isFinal)
        }

        try await list.settled(showing: 29)
        _ = isBroken.exchange(false)
        let loaded = try await list.state(after: .shown(row: 0)) { state in
            state.items[3].image.isFinal && state.items[3].image.error == nil
        }.items[3]
        #expect(loaded.image == .loaded(try PNG(decoding: Identicon(id: loaded.id).png()), from: .network))
        #expect(list.changesWereRight)
    }
}
