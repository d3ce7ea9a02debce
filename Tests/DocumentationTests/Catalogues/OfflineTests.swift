import Flux
import FluxTesting
import Foundation
import TestSupport
import Testing

/// The code of the article about stored lists.
@Suite(.timeLimit(.minutes(1)))
struct OfflineTests {
    nonisolated private struct Post: Codable, Sendable {
        let title: String
    }

    private let url = URL(filePath: "/posts")
    private let folder = FileManager.default.temporaryDirectory

    @Test func sourceIsStored() async {
        // snippet: begin
        let store = PageStore(folder.appending(path: "lists"))
        let posts = HTTPPages<Post>(url).stored(in: store)
        // snippet: end
        #expect(posts.storage != nil)
        // snippet: begin
        await store.flush()
        // snippet: end
    }

    @Test func sourceIsStoredAfterItsItemsAreMapped() {
        let store = PageStore(folder.appending(path: "lists"))
        // snippet: begin
        let titles = HTTPPages<Post>(url).map { $0.title }.stored(in: store, as: "titles")
        // snippet: end
        #expect(titles.storage != nil)
        let unstored = HTTPPages<Post>(url).stored(in: store).map { $0.title }
        #expect(unstored.storage == nil)
    }

    @Test func storedRowsAreAnnounced() {
        var state = ViewState<Post>()
        var notices: [String?] = []
        for date in [nil, Date(timeIntervalSince1970: 0)] {
            for failure in [nil, TestFailure()] {
                state.storedAt = date
                state.refresh = failure.map { .failed($0) } ?? .loading
                // snippet: begin
                let notice = state.storedAt.map { date in
                    state.error == nil ? "Updating…" : "No connection. Last updated \(date.formatted())"
                }
                // snippet: end
                notices.append(notice)
            }
        }
        #expect(notices.prefix(3) == [nil, nil, "Updating…"])
        #expect(notices.last??.hasPrefix("No connection. Last updated ") == true)
    }

    @Test func youngListsAreNotLoadedAnew() {
        let store = PageStore(folder.appending(path: "lists"))
        // snippet: begin
        let posts = HTTPPages<Post>(url).stored(in: store, as: "home", validFor: .seconds(3600))
        // snippet: end
        #expect(posts.storage != nil)
    }
}
