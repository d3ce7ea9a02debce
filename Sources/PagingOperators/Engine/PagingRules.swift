/// The rules that determine when a feed loads pages, how many rows it keeps, and the effect of a failure.
///
/// ```swift
/// let rules = PagingRules(threshold: 10, failurePolicy: .retryOnHint, maxRows: 500)
/// let feed = signals.paginate(rules, from: users)
/// ```
public struct PagingRules: Sendable, Hashable {
    /// The effect of a hint in a direction that has failed.
    public enum FailurePolicy: Sendable, Hashable {
        /// The hint has no effect: only `.retry` repeats the load, so that scrolling does not send requests
        /// to a failing server. The default.
        case hold

        /// The hint repeats the load, unless it reports the same rows, or the same scroll position, as the
        /// one before: a screen that reports them after each state does not retry as often as the load fails.
        /// A failed refresh of a list with rows is not repeated by hints, with one exception. If placeholders
        /// far away come into view, their page is loaded in place of the refresh. If they leave the view
        /// before it has arrived, the refresh is repeated.
        case retryOnHint
    }

    /// The scroll positions at which `.scrolled` requests a page.
    public enum ScrollPolicy: Sendable, Hashable {
        /// Positions at most this many viewports away from the edge of the content; the default, with one
        /// viewport. Placeholders that are nearer are loaded, too.
        case within(viewports: Double)

        /// Positions beyond the edge of the content, to which the list is pulled by at least this distance,
        /// in points.
        case pulled(distance: Double)
    }

    /// The rows that a list shows while the first page of a new source is loaded, where a publisher sends the
    /// sources, as for a search.
    public enum SourceChange: Sendable, Hashable {
        /// The rows of the old source, until the first row of the new one is loaded; then the difference. The
        /// default.
        case keepsRows

        /// No rows, as at the start.
        case removesRows
    }

    /// The effect of ``ListSignal/loadMore`` at the end of the list.
    public enum EndPolicy: Sendable, Hashable {
        /// Nothing: the end is final until a refresh. The default.
        case stop

        /// Loads the last page again, and adds the items that the page has gained: for lists that grow at the
        /// end, such as a log that is polled. Items that were on the page stay as they are. Items that are
        /// `Identifiable` are compared by their identity. Of other items, those beyond the former number of
        /// the page's items are added; the server must not remove any from this page. The end has to be the
        /// last page with items: let a source state a total, or end with ``PageEnd/shortPage``. If that page
        /// is the one with which the list begins, the list is reloaded around the rows in view instead,
        /// because the page may begin with another item by then. It is also reloaded if the page has gained
        /// items before others that are in the list, as after a lost push. Where the server pushes items as
        /// well, further pages may have them: write `dedupe(by:)`.
        case loadAgain
    }

    /// A page is loaded while fewer rows than this lie beyond the rows in view, or the row that was shown
    /// last.
    public var threshold: Int

    /// The effect of a hint in a direction that has failed.
    public var failurePolicy: FailurePolicy

    /// Whether a page may name its own key as the next one. By default that is a failure, because such a list
    /// usually never ends.
    public var allowsRepeatedKeys: Bool

    /// The scroll positions at which `.scrolled` requests a page.
    public var scrollPolicy: ScrollPolicy

    /// The maximum number of rows to keep; `nil`, the default, keeps all.
    ///
    /// When a page is added and there are more rows, whole pages are removed at the opposite edge, and loaded
    /// again when the list is scrolled back. Two pages with rows always stay. So do pages with rows in view,
    /// or within ``threshold`` rows of them. See <doc:Paging-rules> for the exceptions.
    ///
    /// A window has to hold at least:
    ///
    /// - `v + 2 * (t + p - 1)` rows, and at least `2 * p`, for a screen that reports rows;
    /// - `(1 + 2 * k) * v + 2 * p + 1` rows, for one that reports scroll positions.
    ///
    /// *v* is the number of rows in view, one more than fit because rows at both edges may be partly visible;
    /// *t* the ``threshold``; *p* the number of rows of a page; *k* the number of viewports of
    /// ``ScrollPolicy/within(viewports:)``. A smaller window is exceeded, with a ``ViewState/warning``. For a
    /// screen that reports single rows, ``ListSignal/shown(row:)``, set ``viewport`` to the number in view.
    public var maxRows: Int?

    /// Whether rows that the source counts but that are not loaded are shown as placeholders. Row numbers
    /// then include them, from the first row of the whole list.
    public var showsPlaceholders: Bool

    /// The distance in rows from the loaded ones at which a placeholder that is shown or scrolled to makes
    /// the list jump there, instead of loading page by page; `nil`, the default, for never. A number below
    /// the height of the viewport counts as that, so that rows that are in view together do not replace each
    /// other's pages. Loaded items without a row, as duplicates are, count as rows that are loaded.
    public var jumpThreshold: Int?

    /// The number of consecutive pages with only items that are in the list already, as found by `dedupe`,
    /// after which the load fails with ``PagingError/repeatedPages(_:)``, because the source may repeat its
    /// pages without end.
    public var repeatedPageLimit: Int

    /// The height of the viewport in rows, for screens that report single rows: ``ListSignal/shown(row:)``.
    /// Set it to 1 where a single row fills the screen. `nil`, the default, for the greatest number of rows
    /// in any report so far or, before a report of several rows, the threshold; with ``maxRows`` then for
    /// more, if rows of removed pages are reported beside those in view.
    ///
    /// Any row less than this far from a reported one may be in view: a window keeps it, and its placeholder
    /// is loaded. In lists with images, rows that were reported one after the other and are nearer than this
    /// count as in view; by default 12 at most, or the greatest number in any report. A reload around the
    /// rows in view keeps all of them. While the list is not longer than this, its next page is loaded
    /// without a further report: it cannot be scrolled, and rows that stay are not reported again.
    public var viewport: Int?

    /// The rows that the list shows while the first page of another source is loaded. Without effect in lists
    /// with one source.
    public var sourceChange: SourceChange

    /// The effect of ``ListSignal/loadMore`` at the end of the list.
    public var endPolicy: EndPolicy

    /// Creates rules.
    ///
    /// - Parameters:
    ///   - threshold: In rows; zero or more. With zero, rows that are shown load no further pages.
    ///   - failurePolicy: What a hint does in a direction that has failed.
    ///   - allowsRepeatedKeys: Whether a page may name its own key as the next one.
    ///   - scrollPolicy: When `.scrolled` requests a page.
    ///   - maxRows: The maximum number of rows that are kept, at least one; `nil` for all.
    ///   - showsPlaceholders: Whether rows that are not loaded are shown as placeholders, where the source
    ///     counts.
    ///   - jumpThreshold: In rows, at least one; `nil` to load page by page however far a placeholder is.
    ///   - repeatedPageLimit: In pages, at least one; 100 by default.
    ///   - viewport: The height of the viewport in rows, at least one, for screens that report single rows;
    ///     `nil` for the greatest number in any report so far, or the threshold.
    ///   - sourceChange: What the list shows while the first page of another source is loaded.
    ///   - endPolicy: What `.loadMore` does at the end of the list.
    public init(
        threshold: Int, failurePolicy: FailurePolicy = .hold, allowsRepeatedKeys: Bool = false,
        scrollPolicy: ScrollPolicy = .within(viewports: 1), maxRows: Int? = nil,
        showsPlaceholders: Bool = false, jumpThreshold: Int? = nil, repeatedPageLimit: Int = 100,
        viewport: Int? = nil, sourceChange: SourceChange = .keepsRows, endPolicy: EndPolicy = .stop
    ) {
        self.threshold = threshold
        self.failurePolicy = failurePolicy
        self.allowsRepeatedKeys = allowsRepeatedKeys
        self.scrollPolicy = scrollPolicy
        self.maxRows = maxRows
        self.showsPlaceholders = showsPlaceholders
        self.jumpThreshold = jumpThreshold
        self.repeatedPageLimit = repeatedPageLimit
        self.viewport = viewport
        self.sourceChange = sourceChange
        self.endPolicy = endPolicy
        check()
    }
}

extension PagingRules {
    /// Traps if a property has a value that it cannot have.
    @usableFromInline
    func check() {
        precondition(
            threshold >= 0, "The threshold is negative: \(threshold). It is a number of rows, zero or more.")
        precondition(maxRows ?? 1 > 0, "maxRows is not positive. A list keeps at least one row.")
        precondition(
            jumpThreshold ?? 1 > 0, "jumpThreshold is not positive. It is a distance of at least one row.")
        precondition(
            repeatedPageLimit > 0, "repeatedPageLimit is not positive. It is a number of at least one page.")
        precondition(viewport ?? 1 > 0, "viewport is not positive. It is a height of at least one row.")
    }

    /// The rules with distances that can be added to the numbers of rows without overflow: no list has as
    /// many rows.
    @inlinable
    package var clamped: PagingRules {
        // Properties can be set after the initializer has checked them.
        check()
        var rules = self
        rules.threshold = min(threshold, .max / 8)
        rules.viewport = viewport.map { min($0, .max / 8) }
        return rules
    }

    /// The distance from the loaded rows at which the list jumps to some rows in view; `nil` for never.
    @inlinable
    package func jumpThreshold(for rows: Range<Int>) -> Int? {
        jumpThreshold.map { max($0, viewport ?? 1, rows.count) }
    }
}
