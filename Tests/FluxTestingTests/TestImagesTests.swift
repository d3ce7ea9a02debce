import Flux
import FluxTesting
import Foundation
import TestSupport
import Testing

/// Lists with scripted images.
struct TestImagesTests {
    private struct User: Sendable, Equatable {
        let id: Int
        var picture: URL { URL(filePath: "/pictures/\(id)") }
    }

    private let clock = VirtualTimeScheduler()
    private let users: TestPages<Int, User>

    init() {
        users = TestPages((0..<40).map { User(id: $0) }, perPage: 20, scheduler: clock)
    }

    private func images(delay: Duration = .milliseconds(50)) -> TestImages<String> {
        TestImages(delay: delay, scheduler: clock) { .image("picture \($0.lastPathComponent)") }
    }

    private func list(_ images: TestImages<String>, range: ImageRange = ImageRange(near: 2, kept: 2))
        -> ListSimulator<ImageRow<User, String>>
    {
        ListSimulator(viewport: 3, reporting: .visibleRows, scheduler: clock) { [users] signals in
            signals.paginate(threshold: 5, from: users).images(
                from: images.loader, at: \.picture, range: range)
        }
    }

    private func url(_ id: Int) -> URL { User(id: id).picture }

    @Test func imagesArriveAfterTheirDelay() throws {
        let images = images()
        let list = list(images)
        #expect(list.images() == [.placeholder, .placeholder, .placeholder])
        clock.advance(by: .milliseconds(49))
        #expect(list.images() == [.placeholder, .placeholder, .placeholder])
        clock.advance(by: .milliseconds(1))
        #expect(list.images() == [.loaded("picture 0"), .loaded("picture 1"), .loaded("picture 2")])
        #expect(images.requests == (0...4).map { url($0) })
        #expect(images.loads.allSatisfy { $0.outcome == .answered && $0.end == .milliseconds(50) })
        try list.checkChanges()
    }

    @Test func theNextLaunchReadsThePicturesOnDiskByTheirAddress() async throws {
        let folder = TemporaryFolder()
        let disk = DiskCache(at: folder.url)
        func launch() -> TestImages<String> {
            TestImages(scheduler: clock, configure: { $0.diskCache = disk }) {
                .image("picture of \($0.lastPathComponent)")
            }
        }
        func show(_ name: String, _ images: TestImages<String>) throws -> String? {
            let url = try #require(URL(string: "http://images.test/\(name)"))
            let shown = Log<String?>()
            images.loader.image(at: url).sink { shown.append($0.image) }.cancel()
            return shown.entries.last ?? nil
        }
        #expect(try show("anna", launch()) == "picture of anna")
        await disk.flush()
        let second = launch()
        #expect(try show("zoe", second) == "picture of zoe")
        #expect(try show("anna", second) == "picture of anna")
        #expect(second.requests.map(\.lastPathComponent) == ["zoe"])
    }

    @Test func failuresAndLateImagesAreShownByRow() throws {
        let images = images()
        images.answer(url(0), with: .failure())
        images.answer(url(1), with: .undecodable)
        images.answer(url(2), with: .image("late", after: .seconds(2)))
        let list = list(images)
        clock.advance(by: .seconds(1))
        #expect(list.images() == [.failed, .failed, .placeholder])
        let errors = list.frame.items.map(\.image.error)
        guard case .notLoaded(let error)? = errors[0], case .notDecodable? = errors[1] else {
            Issue.record("\(errors)")
            return
        }
        #expect(error.reason == .status(404, retryAfter: nil))
        clock.advance(by: .seconds(1))
        #expect(list.images() == [.failed, .failed, .loaded("late")])
        #expect(images.loads.map(\.outcome) == [.failed, .answered, .answered, .answered, .answered])
    }

    @Test func silentLoadsAreAnsweredByHand() {
        let images = images()
        images.answer(url(0), with: .silence)
        let list = list(images)
        list.runUntilIdle()
        #expect(images.running == [url(0)])
        #expect(list.images().first == .placeholder)
        #expect(images.answerRunning(url(0), with: .image("by hand")) == 1)
        #expect(list.images().first == .loaded("by hand"))
        #expect(images.answerRunning(url(0), with: .image("again")) == 0)
    }

    @Test func imagesOfRowsThatWereScrolledAwayAreCancelled() {
        let images = images(delay: .seconds(100))
        let list = list(images)
        list.jump(toRow: 15)
        #expect(Set(images.cancelled).isSuperset(of: (0...4).map { url($0) }))
        #expect(Set(images.running).isSuperset(of: (15...17).map { url($0) }))
    }

    @Test func imagesFailUntilTheyRecover() {
        let images = images(delay: .zero)
        images.failAll()
        let list = list(images)
        #expect(list.images() == [.failed, .failed, .failed])
        images.recover()
        list.jump(toRow: 20)
        list.runUntilIdle()
        #expect(list.images().allSatisfy { $0.image != nil })
        list.jump(toRow: 0)
        list.runUntilIdle()
        #expect(list.images().first == .loaded("picture 0"))
    }

    @Test func placeholderRowsHavePlaceholders() {
        let counted = TestPages(
            (0..<40).map { User(id: $0) }, perPage: 20, counts: .exact, delay: .seconds(1), scheduler: clock)
        let images = images()
        let rules = PagingRules(threshold: 1, showsPlaceholders: true)
        let list = ListSimulator(viewport: 3, scheduler: clock) { signals in
            signals.paginate(rules, from: counted).images(from: images.loader, at: \.picture)
        }
        list.runUntilIdle()
        list.jump(toRow: 30)
        #expect(list.images() == [.placeholder, .placeholder, .placeholder])
        list.runUntilIdle()
        #expect(list.images() == [.loaded("picture 30"), .loaded("picture 31"), .loaded("picture 32")])
    }

    @Test func loaderIsConfigured() {
        let images = TestImages<String>(scheduler: clock) { configuration in
            configuration.fallback = "broken"
            configuration.retry = .constant(.seconds(3), attempts: 1)
        } answer: { _ in
            .failure(.status(503, retryAfter: nil))
        }
        let list = list(images)
        #expect(list.images().first == .placeholder)
        #expect(images.loads.count == 5)
        list.runUntilIdle()
        #expect(clock.now == .seconds(3))
        #expect(list.images().first == .failed)
        #expect(list.frame.items.first?.image.image == "broken")
        #expect(images.loads.count == 10)
    }
}
