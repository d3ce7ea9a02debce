import Foundation
import LoadingTestSupport
import Streams
import Testing

@testable import FluxImages
@testable import FluxLoading
@testable import PagingOperators

/// A row of the tests: a number with a picture at its own URL, unless it is negative.
typealias PictureRow = ImageRow<Int, Picture>

extension ImageRequest {
    /// The URL of a number's picture; numbers that are equal modulo 1000 share one.
    static func picture(of number: Int) -> ImageRequest? {
        number < 0 ? nil : ImageRequest(url: .picture(of: number))
    }

    /// The number in the URL of a picture.
    fileprivate var name: String { url.deletingPathExtension().lastPathComponent }
}

extension URL {
    static func picture(of number: Int) -> URL {
        URL.image.deletingLastPathComponent().appending(path: "\(number % 1000).png")
    }
}

/// Drives a `RowImages` as an `ImageFeedEngine` does, and records what is loading, and what a screen shows
/// that applies the changes only.
struct RowImagesHarness {
    typealias Images = RowImages<Int, Picture>

    /// The content of the memory cache.
    final class Cache: Sendable {
        let pictures = Locked<[URL: Picture]>([:])

        func store(_ number: Int) {
            pictures.withLock { $0[.picture(of: number)] = Picture("cached \(number)") }
        }
    }

    let cache = Cache()
    private var images: Images
    private(set) var list: ViewState<Int>
    /// The rows in view, as the engine of the list counts them.
    private var focus: Range<Int>?
    private(set) var states: [ViewState<PictureRow>] = []
    private var screen = RowMirror<PictureRow?>()
    /// The loads that were not cancelled, kept after their end.
    private(set) var requests: [ImageLoadID: ImageRequest] = [:]
    /// The running loads.
    private(set) var running: Set<ImageLoadID> = []
    /// The loads whose rows show a stale image.
    private var validated: Set<ImageLoadID> = []
    /// What tells the loader the row of each load.
    private var rowsOfLoads: [ImageLoadID: LiveImagePriority] = [:]
    /// The images that rows show, as the loader knows them.
    private(set) var held: [ImageRequest: Int] = [:]
    private var observesMemory = false
    /// The rows in view, as the loader knows them.
    private(set) var position: ListPosition?
    /// Whether the list was scrolled, at each change of the rows in view.
    private(set) var scrolls: [Bool] = []
    /// The requests that are prefetched.
    private(set) var prefetched: Set<ImageRequest> = []
    /// The prefetches that have begun, the last one of each request.
    private var starts: [ImageRequest: RowPrefetches.Start] = [:]
    /// The pause that was requested, until it ends.
    private(set) var pause: ImageLoadID?
    /// The actions in short: `load 3`, `cancel 3`.
    private(set) var log: [String] = []
    /// The first mismatch, if any; it has failed the test already.
    private(set) var failure: String?

    /// - Parameters:
    ///   - near: The range of near rows.
    ///   - kept: The range of rows that keep their images.
    ///   - prefetched: The range of prefetched rows.
    ///   - height: The height of the viewport in rows.
    ///   - passedLimit: How many loads may be cancelled before a pause.
    ///   - prefetchLimit: How many prefetches are under way at once.
    init(
        near: Int = 2, kept: Int = 4, prefetched: Int = 0, height: Int = 1, passedLimit: Int = .max,
        prefetchLimit: Int = .max
    ) {
        list = ViewState(prepend: .idle)
        images = Images(
            range: ImageRange(near: near, kept: kept, prefetched: prefetched), placeholder: .placeholder,
            height: height, passedLimit: passedLimit, prefetchLimit: prefetchLimit,
            request: { .picture(of: $0) },
            cachedImage: { [cache] request in cache.pictures.withLock { $0[request.url] } })
    }

    /// The latest rows.
    var rows: [PictureRow] { states.last.map { Array($0.items) } ?? [] }

    var imageStates: [ImageState<Picture>] { rows.map(\.image) }

    /// The states of the images, in short.
    var lines: [String] { rows.map(\.image.line) }

    var isAtRest: Bool { images.isAtRest }

    /// The running load of a picture, the latest if there are several.
    func load(of number: Int) -> ImageLoadID? {
        running.filter { requests[$0]?.url == .picture(of: number) }.max { $0.number < $1.number }
    }

    mutating func takeLog() -> [String] {
        defer { log = [] }
        return log
    }
}

// Events.
extension RowImagesHarness {
    mutating func append(_ numbers: some Sequence<Int>) {
        var state = list
        let first = list.items.count
        state.items.append(Array(numbers))
        state.change = RowChange(inserted: [first..<state.items.count])
        take(state)
    }

    mutating func reload(_ numbers: some Sequence<Int>) {
        replace(Array(numbers), change: .reload)
    }

    /// New rows, with their change.
    mutating func replace(_ numbers: [Int], change: RowChange) {
        var state = list
        state.items = PagedItems(numbers)
        state.change = change
        take(state)
    }

    /// Another state of the list, whose rows in view the harness moves as a screen does.
    mutating func take(_ state: ViewState<Int>) {
        if state.change.isReload {
            focus = focus.flatMap { $0.lowerBound < state.rowCount ? $0 : nil }
        } else {
            focus = focus.map {
                state.change.focus(afterMoving: $0, from: list.rowCount, to: state.rowCounts)
            }
        }
        if focus == nil, !state.items.isEmpty {
            focus = state.placeholdersBefore..<state.placeholdersBefore + 1
        }
        var state = state
        state.focusRows = focus
        receive(state)
    }

    /// Another state of the list, with its rows in view.
    mutating func receive(_ state: ViewState<Int>) {
        list = state
        handle(.list(list))
    }

    mutating func startAppending() {
        var state = list
        state.append = .loading
        state.change = .none
        take(state)
    }

    mutating func show(_ row: Int) {
        // As the engine does: far beyond every list, and still something to add to.
        let row = min(row, .max / 2)
        show(row..<row + 1)
    }

    mutating func show(_ rows: Range<Int>) {
        focus = rows
        move(to: rows)
    }

    /// The rows in view have changed without a state.
    mutating func move(to rows: Range<Int>?) {
        handle(.focus(rows: rows))
    }

    mutating func advance(_ id: ImageLoadID, to received: Int, of expected: Int?) {
        let progress = ImageProgress(received: received, expected: expected)
        handle(id, .loading(progress, placeholder: .placeholder))
    }

    mutating func preview(_ id: ImageLoadID, _ text: String, number: Int, at progress: ImageProgress) {
        var progress = progress
        progress.previewNumber = number
        handle(id, .loading(progress, placeholder: Picture(text)))
    }

    mutating func succeed(_ id: ImageLoadID) {
        guard let url = requests[id]?.url else { return }
        end(id, .loaded(Picture(url.lastPathComponent), from: .network))
    }

    mutating func fail(_ id: ImageLoadID) {
        guard let url = requests[id]?.url else { return }
        let error = ImageError.notLoaded(LoadingError(url: url, reason: .status(404, retryAfter: nil)))
        end(id, .failed(error, fallback: .fallback))
    }

    /// A stale image, which a newer one may follow.
    mutating func show(_ id: ImageLoadID, _ text: String) {
        validated.insert(id)
        handle(id, .loaded(Picture(text), from: .disk))
    }

    /// Results that arrive together.
    mutating func succeed(_ ids: [ImageLoadID]) {
        running.subtract(ids)
        let results = ids.flatMap { id -> [ImageResults<Picture>.Entry] in
            let name = requests[id]?.url.lastPathComponent ?? ""
            return [(id, .state(.loaded(Picture(name), from: .network))), (id, .end)]
        }
        handle(results)
    }

    mutating func endPause() {
        guard pause.take() != nil else { return }
        handle(.resume)
    }

    /// The memory cache has room for so many images.
    mutating func setRoom(_ images: Int) {
        handle(.room(images: images))
    }

    mutating func warnOfMemory() {
        handle(.memoryWarning)
    }

    mutating func endPrefetch(_ request: ImageRequest) {
        if let start = starts[request] { handle(.prefetchEnded(start)) }
    }

    private mutating func handle(_ id: ImageLoadID, _ state: ImageState<Picture>) {
        handle([(id, .state(state))])
    }

    private mutating func end(_ id: ImageLoadID, _ state: ImageState<Picture>) {
        running.remove(id)
        handle([(id, .state(state)), (id, .end)])
    }

    private mutating func handle(_ entries: [ImageResults<Picture>.Entry]) {
        let results = ImageResults<Picture>()
        for (id, result) in entries { _ = results.append(result, of: id) }
        handle(.results(results))
    }

    private mutating func handle(_ event: Images.Event) {
        for action in images.handle(event) { perform(action) }
        check(rows.map(\.item) == Array(list.items), "the items are not those of the list")
        for (id, live) in rowsOfLoads where running.contains(id) {
            guard case .row(let row, _) = live.need, list.items.indices.contains(row) else {
                fail("the loader has no row of a load")
                continue
            }
            check(requests[id] == .picture(of: list.items[row]), "the loader has another row of a load")
        }
        var shown: [ImageRequest: Int] = [:]
        for row in rows {
            if case .loaded = row.image, let request = ImageRequest.picture(of: row.item) {
                shown[request, default: 0] += 1
            }
        }
        check(held == shown, "the images that the loader holds are not those of the rows")
        check(isAtRest == (running.isEmpty && pause == nil), "isAtRest is wrong")
        check(
            rows.count(where: \.image.isLoading) == running.subtracting(validated).count,
            "the rows that load are not those that were asked for")
    }

    private mutating func perform(_ action: Images.Action) {
        switch action {
        case .publish(let state):
            states.append(state)
            do throws(Mismatch) {
                try screen.apply(state.change, leadingTo: state.rows)
            } catch {
                fail(error.description)
            }
        case .load(let id, .load(let request, let live)):
            check(requests[id] == nil, "a load began twice")
            requests[id] = request
            rowsOfLoads[id] = live
            running.insert(id)
            log.append("load \(request.name)")
        case .load(let id, .renumber(let live, let need)):
            check(running.contains(id), "the row of a load changed that was not under way")
            live.need = need
        case .load(_, .observeMemory):
            check(!observesMemory, "memory is observed twice")
            observesMemory = true
        case .load(_, .hold(let shown, let released)):
            for request in shown { held[request, default: 0] += 1 }
            for request in released {
                let count = held[request, default: 0]
                check(count > 0, "an image was released that was not held")
                held[request] = count > 1 ? count - 1 : nil
            }
        case .load(_, .move(let new, let isScrolled)):
            position = new
            scrolls.append(isScrolled)
        case .load(_, .prefetch(let prefetches, let stop)):
            let start = prefetches.map(\.request)
            for prefetch in prefetches { starts[prefetch.request] = prefetch }
            check(prefetched.isDisjoint(with: start), "a prefetch was started twice")
            check(prefetched.isSuperset(of: stop), "a prefetch was stopped that was not under way")
            prefetched = prefetched.union(start).subtracting(stop)
            log += start.map { "prefetch \($0.name)" } + stop.map { "stop \($0.name)" }
        case .load(let id, .pause):
            check(pause == nil, "a pause began in another one")
            pause = id
        case .cancelLoad(let id) where id == pause:
            pause = nil
        case .cancelLoad(let id):
            check(running.remove(id) != nil, "a load was cancelled that was not under way")
            log.append("cancel \(requests[id]?.name ?? "?")")
        }
    }

    private mutating func check(_ isRight: Bool, _ what: String) {
        if !isRight { fail(what) }
    }

    private mutating func fail(_ what: String) {
        if failure == nil { Issue.record("\(what)") }
        failure = failure ?? what
    }
}
