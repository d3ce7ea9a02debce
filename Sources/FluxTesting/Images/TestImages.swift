import FluxImages
import Foundation
import Streams

/// Images for tests of lists: an image loader that responds as scripted, in virtual time, and records its
/// requests.
///
/// ```swift
/// let clock = VirtualTimeScheduler()
/// let avatars = TestImages(delay: .milliseconds(50), scheduler: clock) { url in
///     .image("picture of \(url.lastPathComponent)")
/// }
/// avatars.answer(url, with: .failure())               // requests of this image fail
/// avatars.answer(slow, with: .silence)                // and those of this one wait, until
/// let list = ListSimulator(viewport: 3, reporting: .visibleRows, scheduler: clock) { signals in
///     signals.paginate(threshold: 5, from: users).images(from: avatars.loader, at: \.avatarURL)
/// }
/// list.runUntilIdle()
/// avatars.answerRunning(slow, with: .image("late"))
/// ```
///
/// Images may be of any type; nothing is decoded. A loaded image is kept in memory by the loader, as in an
/// application, and is not requested again. With a disk cache, other `TestImages` that have it, too, read the
/// images that it has stored, as the next launch does; they stay in memory until the process ends. Failed
/// loads are not retried, unless the loader is configured so.
public final class TestImages<Image: Sendable>: Sendable {
    /// The loader for the list: one with a memory cache, without a disk cache and without retries.
    public let loader: ImageLoader<Image>

    private let server: TestImageServer<Image>

    /// Creates images that are returned by a closure.
    ///
    /// - Parameters:
    ///   - delay: The time until a response arrives. With zero it arrives within the request.
    ///   - scheduler: The scheduler on which responses arrive.
    ///   - configure: Changes the configuration of the loader, such as its placeholder, its limits or its
    ///     retries, whose delays are in the scheduler's time.
    ///   - answer: Returns the response to a request, unless it is scripted. Called when the request is made.
    public init(
        delay: Duration = .zero, scheduler: VirtualTimeScheduler,
        configure: (inout ImageLoader<Image>.Configuration) -> Void = { _ in },
        answer: @escaping @Sendable (URL) -> TestImageAnswer<Image>
    ) {
        let server = TestImageServer(delay: delay, scheduler: scheduler, answer: answer)
        var configuration = ImageLoader<Image>.Configuration(dataLoader: server)
        configuration.decodeScheduler = ImmediateScheduler.shared
        configuration.diskScheduler = ImmediateScheduler.shared
        configuration.retryScheduler = scheduler
        configuration.retry = .immediate(attempts: 0)
        configure(&configuration)
        if configuration.diskCache != nil { server.keepImages() }
        self.server = server
        loader = ImageLoader(configuration: configuration) { try server.image(in: $0) }
    }

    /// The time until a response arrives, for requests made from now on. With zero it arrives within the
    /// request.
    public var delay: Duration {
        get { server.delay }
        set { server.delay = newValue }
    }

    /// Scripts the response to the requests of one image.
    ///
    /// - Parameters:
    ///   - url: The URL of the image.
    ///   - answer: The response to requests from now on.
    public func answer(_ url: URL, with answer: TestImageAnswer<Image>) {
        server.script(answer, for: url)
    }

    /// Makes all requests from now on fail, except those of images with a scripted response.
    ///
    /// - Parameter answer: The response; by default a failure with status 404.
    public func failAll(with answer: TestImageAnswer<Image> = .failure()) {
        server.answerAll(with: answer)
    }

    /// Ends the effect of ``failAll(with:)``.
    public func recover() {
        server.answerAll(with: nil)
    }

    /// Answers the running loads of one image now, whatever their delay.
    ///
    /// - Parameters:
    ///   - url: The URL of the image.
    ///   - answer: The response. Its delay is ignored.
    /// - Returns: The number of loads.
    @discardableResult
    public func answerRunning(_ url: URL, with answer: TestImageAnswer<Image>) -> Int {
        server.answerRunning(url, with: answer)
    }
}

// Recorded requests.
extension TestImages {
    /// All loads, in the order of their requests.
    public var loads: [TestImageLoad] { server.loads }

    /// The URLs of all requests, in order.
    public var requests: [URL] { loads.map(\.url) }

    /// The URLs of the requests that are still running, in order.
    public var running: [URL] { urls(.running) }

    /// The URLs of the requests that were cancelled before they completed, in order.
    public var cancelled: [URL] { urls(.cancelled) }

    private func urls(_ outcome: TestImageLoad.Outcome) -> [URL] {
        loads.filter { $0.outcome == outcome }.map(\.url)
    }
}
