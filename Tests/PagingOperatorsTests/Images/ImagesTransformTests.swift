import FluxImages
import Foundation
import LoadingTestSupport
import PagingOperators
import Streams
import TestSupport
import Testing

/// Operators of items that follow `images(from:at:)`.
struct ImagesTransformTests {
    private struct Person: Sendable, Equatable {
        let id: Int
        var picture: Int
    }

    private struct People: PageSource {
        typealias Item = Person
        typealias Failure = Never

        func page(for request: PageRequest<Int>) -> Just<Page<Int, Person>> {
            let key = request.key ?? 0
            // Each page repeats the last person of the page before, with another picture.
            return Just(
                Page(
                    (0..<3).map { Person(id: key * 2 + $0, picture: key * 10 + $0) },
                    next: key < 1 ? key + 1 : nil))
        }
    }

    private let images = ScriptedDataLoader { load in
        load.finish(load.request.url?.lastPathComponent ?? "")
    }
    private let signals = PassthroughSubject<ListSignal, Never>()

    private func feed()
        -> ExtraPublishers.Images<PassthroughSubject<ListSignal, Never>, People, Person, Picture>
    {
        signals.paginate(threshold: 3, from: People())
            .images(from: .scripted(images), at: { URL.picture(of: $0.picture) })
    }

    private func rows(
        of feed: some Publisher<ViewState<ImageRow<Person, Picture>>, Never>, after work: () -> Void = {}
    ) -> [String] {
        let states = Log<ViewState<ImageRow<Person, Picture>>>()
        let list = feed.sink { states.append($0) }
        signals.send(.shown(row: 2))
        work()
        list.cancel()
        return (states.entries.last?.items).map { items in
            items.map { "\($0.id) \($0.image.image.map { "\($0)" } ?? "none")" }
        } ?? []
    }

    private func name(_ picture: Int) -> String { URL.picture(of: picture).lastPathComponent }

    @Test func repetitionsAreDropped() {
        let all = rows(of: feed())
        #expect(all.count == 6)
        #expect(
            rows(of: feed().dedupe(by: \.id))
                == [(0, 0), (1, 1), (2, 2), (3, 11), (4, 12)].map { "\($0) \(name($1))" })
    }

    @Test func repetitionsReplaceTheFirst() {
        #expect(
            rows(of: feed().dedupe(latestBy: \.id))
                == [(0, 0), (1, 1), (2, 10), (3, 11), (4, 12)].map { "\($0) \(name($1))" })
    }

    @Test func editLoadsTheOtherImage() {
        let edits = FeedEdits(by: \Person.id)
        let shown = rows(of: feed().dedupe(by: \.id).edits(edits)) {
            edits.update(1) { $0.picture = 77 }
            edits.remove(0)
        }
        #expect(shown == [(1, 77), (2, 2), (3, 11), (4, 12)].map { "\($0) \(name($1))" })
    }

    @Test func refreshOfIdentifiedRowsIsADifference() {
        let states = Log<ViewState<ImageRow<Person, Picture>>>()
        let list = feed().identified(by: \.id).sink { states.append($0) }
        signals.send(.refresh)
        #expect(!states.entries.dropFirst().contains { $0.change.isReload })
        list.cancel()
    }
}
