import Foundation
import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// Asynchronous loops over the items of a source.
@Suite(.timeLimit(.minutes(1))) struct SourceLoopTests {
    private let line = ServedNumbers(count: 100, perPage: 10)

    @Test func loopGetsEveryItem() async throws {
        var items: [Int] = []
        for try await item in line.items(prefetch: 1) { items.append(item) }
        #expect(items == Array(0..<100))
        #expect(line.requests.count == 10)
    }

    @Test func prefixOfALoopAsksForNoPageTooMany() async throws {
        var count = 0
        for try await _ in line.items().prefix(30) { count += 1 }
        #expect(count == 30)
        #expect(line.requests == [.refresh, .append(10), .append(20)])
    }

    @Test func loopOverPagesGetsEveryPage() async throws {
        var pages: [Page<Int, Int>] = []
        for try await page in line.pages() { pages.append(page) }
        #expect(pages.map(\.items.count) == Array(repeating: 10, count: 10))
        #expect(pages.last?.next == nil)
    }

    @Test func loopOfAnUntypedSourceThrowsItsErrors() async {
        let source = ClosurePages { (request: PageRequest<Int>) -> AnyPublisher<Page<Int, Int>, any Error> in
            guard request.key == nil else {
                return Fail(error: TestError.offline).eraseToAnyPublisher()
            }
            return Just(.rows(0..<2)).setFailureType(to: (any Error).self).eraseToAnyPublisher()
        }
        var items: [Int] = []
        await #expect(throws: TestError.offline) {
            for try await item in source.items() { items.append(item) }
        }
        #expect(items == [0, 1])
    }

    @Test func loopOfATypedSourceThrowsItsErrors() async {
        let source = ClosurePages { (_: PageRequest<Int>) in
            Fail<Page<Int, Int>, TestError>(error: .offline)
        }
        do {
            for try await _ in source.items() {}
            Issue.record("The loop ended without an error.")
        } catch let error as TestError {
            #expect(error == .offline)
        } catch {
            Issue.record("The loop throws another error: \(error)")
        }
        await #expect(throws: TestError.offline) {
            for try await _ in source.pages() {}
        }
    }

    @Test func pageErrorsHaveTheTypeOfTheFailureAndTheKeyOfThePage() async {
        let source = ClosurePages { (request: PageRequest<Int>) -> AnyPublisher<Page<Int, Int>, TestError> in
            guard request.key == nil else { return Fail(error: .offline).eraseToAnyPublisher() }
            return Just(.rows(0..<2)).setFailureType(to: TestError.self).eraseToAnyPublisher()
        }
        var items: [Int] = []
        do throws(PageError<Int, TestError>) {
            for try await item in source.items().withPageErrors() { items.append(item) }
            Issue.record("The loop ended without an error.")
        } catch {
            #expect(error == PageError(key: 2, reason: .source(.offline)))
            #expect(error.underlyingError as? TestError == .offline)
            #expect("\(error)" == "\(TestError.offline)")
        }
        #expect(items == [0, 1])
    }

    @Test func pageErrorOfARepeatedKeyHasTheKeyOfThePageThatNamesIt() async {
        let source = CursorPages(perPage: 2) { (cursor: String?, _) async throws in
            Page([1, 2], next: cursor == nil ? "a" : cursor == "a" ? "b" : "a")
        }
        do {
            for try await _ in source.pages(prefetch: 1).withPageErrors() {}
            Issue.record("The loop ended without an error.")
        } catch {
            #expect(error.key == "b")
            #expect(error.underlyingError as? PagingError == .repeatedKey("a"))
        }
    }

    @Test func repeatedKeyOfAnUntypedSourceIsAPagingError() async {
        let source = CursorPages(perPage: 2) { (_: String?, _) async throws in
            Page([1, 2], next: "again")
        }
        await #expect(throws: PagingError.repeatedKey("again")) {
            for try await _ in source.items() {}
        }
    }

    @Test func leavingTheLoopCancelsTheLoad() async throws {
        let (source, started) = (ScriptedPages<Int>(), Turnstile())
        let loop = Task {
            for try await _ in source.announcing(started).items(prefetch: 1) {
                await started.reached(2)
                break
            }
        }
        await started.reached(1)
        source.answer(.rows(0..<2))
        try await loop.value
        #expect(source.cancelled == [1])
    }

    @Test func leavingALoopOverPagesCancelsTheLoad() async throws {
        let (source, started) = (ScriptedPages<Int>(), Turnstile())
        let loop = Task {
            var pages: [[Int]] = []
            for try await page in source.announcing(started).pages(prefetch: 1) {
                pages.append(page.items)
                await started.reached(2)
                break
            }
            return pages
        }
        await started.reached(1)
        source.answer(.rows(0..<2))
        #expect(try await loop.value == [[0, 1]])
        #expect(source.requests == [.refresh, .append(2)])
        #expect(source.cancelled == [1])
    }

    @Test func cancellingTheTaskEndsALoopOverPages() async throws {
        let (source, started) = (ScriptedPages<Int>(), Turnstile())
        let loop = Task {
            var pages: [[Int]] = []
            for try await page in source.announcing(started).pages() { pages.append(page.items) }
            return pages
        }
        await started.reached(1)
        source.answer(.rows(0..<2))
        await started.reached(2)
        loop.cancel()
        #expect(try await loop.value == [[0, 1]])
        #expect(source.cancelled == [1])
    }

    @Test func errorOfAPageHasTheTextOfItsReason() {
        struct Offline: LocalizedError {
            var errorDescription: String? { "You are offline." }
        }
        #expect(PageError(key: 3, reason: .source(Offline())).localizedDescription == "You are offline.")
        let plain = PageError<Int, TestError>(key: 3, reason: .source(.offline))
        #expect(plain.localizedDescription == "offline")
        let error = URLError(.notConnectedToInternet)
        let page = PageError(key: 3, reason: .source(error))
        #expect(page.localizedDescription == error.localizedDescription)
    }

    @Test func cancellingTheTaskCancelsTheLoadAndEndsTheLoop() async throws {
        let (source, started) = (ScriptedPages<Int>(), Turnstile())
        let loop = Task {
            var items: [Int] = []
            for try await item in source.announcing(started).items() { items.append(item) }
            return items
        }
        await started.reached(1)
        loop.cancel()
        #expect(try await loop.value == [])
        #expect(source.cancelled == [0])
    }
}

extension ScriptedPages {
    /// The same source, whose loads pass a turnstile once they can be answered.
    fileprivate func announcing(_ started: Turnstile) -> some PageSource<Int, Item, TestError> {
        ClosurePages { request in
            self.page(for: request).handleEvents(receiveRequest: { _ in started.pass() })
        }
    }
}
