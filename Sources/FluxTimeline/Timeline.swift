import Dispatch
import FluxImages
import FluxLoading
import Foundation
import PagingOperators
import Streams

/// Records what happens in a run, to be shown as a picture: feeds, image loaders, and any publishers.
///
/// ```swift
/// let timeline = Timeline()
/// let feed = signals.recorded(in: timeline, as: "signals")
///     .paginate(threshold: 5, from: users)
///     .recorded(in: timeline, as: "users")
/// timeline.record(avatars, as: "avatars")
///
/// try timeline.write(to: URL(filePath: "run.html"))
/// ```
///
/// The page opens in a browser: loads as bars with their key, retries and waits, states as marbles with their
/// change, the number of rows and the rows in view over time, and images. A file whose name ends with `.json`
/// is a trace for Perfetto and `chrome://tracing`, and one that ends with `.svg` the picture alone.
///
/// A timeline is bounded: beyond its capacity the oldest events are dropped. It may be used from any thread.
public final class Timeline: Sendable {
    /// What is recorded under a name.
    enum SourceKind: Sendable {
        case values, pages, images
    }

    struct Source: Hashable, Sendable {
        let name: String
        let kind: SourceKind
    }

    enum Content: Sendable {
        /// Of feeds that are recorded under one name, sessions and loads may have the same numbers.
        case page(PageEvent, recording: Int)
        /// Loaders that are recorded under one name may load the same images.
        case image(ImageEvent, recording: Int)
        case value(String)
        case end(String, isFailure: Bool)
    }

    struct Entry: Sendable {
        let time: Duration
        let source: Int
        let content: Content
    }

    private struct State: Sendable {
        var sources = Numbering<Source>()
        var recordingCount = 0
        /// A ring once it has reached the capacity.
        var entries: [Entry] = []
        var first = 0
        var droppedCount = 0
        var subscriptions: [AnyCancellable] = []

        mutating func append(_ entry: Entry, capacity: Int) -> Entry? {
            guard entries.count >= capacity else {
                entries.append(entry)
                return nil
            }
            let old = entries[first]
            entries[first] = entry
            first = (first + 1) % capacity
            droppedCount += 1
            return old
        }
    }

    /// The number of events that are kept.
    public let capacity: Int

    let scheduler: any Scheduler
    private let state = Locked(State())

    /// Creates a timeline without events.
    ///
    /// - Parameters:
    ///   - capacity: The number of events that are kept, at least one. An event takes some hundred bytes.
    ///   - scheduler: The clock of the events.
    public init(capacity: Int = 100_000, scheduler: any Scheduler = DispatchQueue.global()) {
        precondition(capacity > 0, "A timeline keeps at least one event: capacity must be positive.")
        self.capacity = capacity
        self.scheduler = scheduler
    }

    /// The number of events that were recorded and are kept.
    public var count: Int { state.withLock { $0.entries.count } }

    /// The number of the oldest events that were dropped because of the capacity.
    public var droppedCount: Int { state.withLock { $0.droppedCount } }

    /// Returns the number of a source, whose events are drawn together; the same for a name that was given
    /// before.
    func source(_ name: String, _ kind: SourceKind) -> Int {
        state.withLock { $0.sources.number(of: Source(name: name, kind: kind)) }
    }

    /// Returns the number of a new recording of a list or a loader.
    func beginRecording() -> Int {
        state.withLock { state in
            state.recordingCount += 1
            return state.recordingCount
        }
    }

    func record(_ content: Content, of source: Int, at time: Duration? = nil) {
        let entry = Entry(time: time ?? scheduler.now, source: source, content: content)
        let old = state.withLock { $0.append(entry, capacity: capacity) }
        withExtendedLifetime(old) {}
    }

    /// Keeps a subscription as long as the timeline exists.
    func keep(_ subscription: AnyCancellable) {
        state.withLock { $0.subscriptions.append(subscription) }
    }

    /// The sources, each with its events in the order of their recording.
    ///
    /// - Complexity: O(*n*) for *n* events, however many sources there are.
    func snapshot() -> (sources: [(source: Source, entries: [Entry])], droppedCount: Int) {
        let state = state.withLock { $0 }
        var sources = state.sources.values.map { (source: $0, entries: [Entry]()) }
        for entry in state.entries[state.first...] + state.entries[..<state.first] {
            sources[entry.source].entries.append(entry)
        }
        return (sources, state.droppedCount)
    }
}

// Files.
extension Timeline {
    /// The picture as an HTML page that needs no other file. With scripts enabled, it can be zoomed.
    ///
    /// - Parameter title: The title of the page.
    /// - Complexity: O(*n* log *n*) for *n* events.
    public func html(title: String = "Timeline") -> String {
        TimelinePage(TimelineLanes(self), title: title).text
    }

    /// The picture as an SVG image, without scripts.
    ///
    /// - Parameter width: The width of the image, in points.
    public func svg(width: Double = 1000) -> String {
        TimelineSVG(TimelineLanes(self), width: width).document
    }

    /// The events in Chrome's trace format, which Perfetto and `chrome://tracing` open.
    public func trace() -> String { TimelineTrace(TimelineLanes(self)).text }

    /// Writes a file: a trace if its name ends with `.json`, the picture alone for `.svg`, and else the page.
    ///
    /// - Parameter url: The file. The content of an existing file, or of the file that a symbolic link names,
    ///   is replaced. A pipe receives the text.
    /// - Throws: Why the file could not be written.
    public func write(to url: URL) throws {
        let text =
            switch url.pathExtension.lowercased() {
            case "json": trace()
            case "svg": svg()
            default: html(title: url.deletingPathExtension().lastPathComponent)
            }
        // Not atomically: a new file in its place would replace a link, a pipe or a device.
        try Data(text.utf8).write(to: url)
    }
}
