import PagingOperators
import Streams

extension TestPages where Key == Int {
    /// Creates a source of a list cut into pages, whose keys are their numbers from zero.
    ///
    /// ```swift
    /// let pages = TestPages(Array(0..<50), perPage: 20, scheduler: clock)                     // 0–19, 20–39, 40–49
    /// let overlapping = TestPages(Array(0..<50), perPage: 20, overlap: 2, scheduler: clock)   // 0–19, 18–39, 38–49
    /// ```
    ///
    /// - Parameters:
    ///   - items: The whole list.
    ///   - perPage: The number of items per page, at least 1.
    ///   - overlap: The number of items of the previous page that each page repeats; less than `perPage`.
    ///   - counts: The counts that the source reports.
    ///   - delay: The time until a response arrives. With zero it arrives within the request.
    ///   - scheduler: The scheduler on which responses arrive.
    public convenience init(
        _ items: [Item], perPage: Int, overlap: Int = 0, counts: TestCounts = .none, delay: Duration = .zero,
        scheduler: VirtualTimeScheduler
    ) {
        let list = PageList(items, perPage: perPage, overlap: overlap, counts: counts)
        self.init(list.server, delay: delay, scheduler: scheduler)
    }

    /// Creates a source of the given pages, whose keys are their numbers from zero.
    ///
    /// ```swift
    /// let pages = TestPages(pages: [[1, 2], [], [2, 3]], scheduler: clock)    // one is empty, one repeats an item
    /// ```
    ///
    /// - Parameters:
    ///   - pages: The pages, which may be empty or repeat items of others.
    ///   - counts: The counts that the source reports.
    ///   - delay: The time until a response arrives. With zero it arrives within the request.
    ///   - scheduler: The scheduler on which responses arrive.
    public convenience init(
        pages: [[Item]], counts: TestCounts = .none, delay: Duration = .zero, scheduler: VirtualTimeScheduler
    ) {
        self.init(PageList(pages, counts: counts).server, delay: delay, scheduler: scheduler)
    }

    /// Replaces the source's list. Loaded pages stay until the list is reloaded, for example by
    /// ``invalidate()``.
    ///
    /// - Parameters:
    ///   - items: The whole list.
    ///   - perPage: The number of items per page, at least 1.
    ///   - overlap: The number of items of the previous page that each page repeats; less than `perPage`.
    ///   - counts: The counts that the source reports.
    public func replace(_ items: [Item], perPage: Int, overlap: Int = 0, counts: TestCounts = .none) {
        replace(server: PageList(items, perPage: perPage, overlap: overlap, counts: counts).server)
    }

    /// Replaces the source's pages. Loaded pages stay until the list is reloaded, for example by
    /// ``invalidate()``.
    ///
    /// - Parameters:
    ///   - pages: The pages, which may be empty or repeat items of others.
    ///   - counts: The counts that the source reports.
    public func replace(pages: [[Item]], counts: TestCounts = .none) {
        replace(server: PageList(pages, counts: counts).server)
    }
}

extension PageList {
    fileprivate var server: TestPages<Int, Item>.Server {
        TestPages<Int, Item>.Server(
            answer: { .page(page($0.key ?? 0)) },
            keyForRow: { number(ofRow: $0) })
    }
}
