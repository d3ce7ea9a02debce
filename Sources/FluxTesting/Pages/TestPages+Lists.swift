import PagingOperators
import Streams

extension TestPages where Key == Int {
    /// Makes a source of a list that is cut into pages. Their keys are their numbers, from zero.
    ///
    /// ```swift
    /// let pages = TestPages(Array(0..<50), perPage: 20, scheduler: clock)                     // 0–19, 20–39, 40–49
    /// let overlapping = TestPages(Array(0..<50), perPage: 20, overlap: 2, scheduler: clock)   // 0–19, 18–39, 38–49
    /// ```
    ///
    /// - Parameters:
    ///   - items: The whole list.
    ///   - perPage: How many items a page has, at least one.
    ///   - overlap: How many items of the page before each page repeats; fewer than a page has.
    ///   - counts: What the source says about the length of the list.
    ///   - delay: How long an answer takes. Zero answers within the request.
    ///   - scheduler: The time in which answers come.
    public convenience init(
        _ items: [Item], perPage: Int, overlap: Int = 0, counts: TestCounts = .none, delay: Duration = .zero,
        scheduler: VirtualTimeScheduler
    ) {
        let list = PageList(items, perPage: perPage, overlap: overlap, counts: counts)
        self.init(list.server, delay: delay, scheduler: scheduler)
    }

    /// Makes a source of pages that are given one by one. Their keys are their numbers, from zero.
    ///
    /// ```swift
    /// let pages = TestPages(pages: [[1, 2], [], [2, 3]], scheduler: clock)    // one is empty, one repeats an item
    /// ```
    ///
    /// - Parameters:
    ///   - pages: The pages, which may be empty or repeat items of others.
    ///   - counts: What the source says about the length of the list.
    ///   - delay: How long an answer takes. Zero answers within the request.
    ///   - scheduler: The time in which answers come.
    public convenience init(
        pages: [[Item]], counts: TestCounts = .none, delay: Duration = .zero, scheduler: VirtualTimeScheduler
    ) {
        self.init(PageList(pages, counts: counts).server, delay: delay, scheduler: scheduler)
    }

    /// Puts another list in place of the source's own. The screen learns of it with the next page, or by
    /// ``invalidate()``.
    ///
    /// - Parameters:
    ///   - items: The whole list.
    ///   - perPage: How many items a page has, at least one.
    ///   - overlap: How many items of the page before each page repeats; fewer than a page has.
    ///   - counts: What the source says about the length of the list.
    public func replace(_ items: [Item], perPage: Int, overlap: Int = 0, counts: TestCounts = .none) {
        replace(server: PageList(items, perPage: perPage, overlap: overlap, counts: counts).server)
    }

    /// Puts other pages in place of the source's own. The screen learns of it with the next page, or by
    /// ``invalidate()``.
    ///
    /// - Parameters:
    ///   - pages: The pages, which may be empty or repeat items of others.
    ///   - counts: What the source says about the length of the list.
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
