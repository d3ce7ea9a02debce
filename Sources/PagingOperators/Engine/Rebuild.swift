extension PagingEngine {
    /// The load of a generation that is to replace the present one.
    @usableFromInline
    struct Rebuild: Sendable {
        /// The load of a page of it. It is never `held`.
        @usableFromInline var load = EdgeState.open
        /// The plan, in a box: it is large, and the engine is compiled and copied without it.
        @usableFromInline var box: PlanBox?

        /// What it loads; `nil` unless the load is running or has failed.
        @usableFromInline
        var plan: Plan? {
            get {
                if case .plan(let plan) = box { plan } else { nil }
            }
            set { box = newValue.map { .plan($0) } }
        }

        /// Whether the load is running or has failed.
        @inlinable
        var isPlanned: Bool { box != nil }
    }

    @usableFromInline
    indirect enum PlanBox: Sendable {
        case plan(Plan)
    }

    /// What a rebuild loads.
    @usableFromInline
    struct Plan: Sendable {
        @usableFromInline var goal: Goal
        /// The request of the first page.
        @usableFromInline var request: PageRequest<Key>
        /// What is known of the pages around that one, where the source does not state it.
        @usableFromInline var around: PagesAround<Key>
        /// The generation, while it cannot be shown yet: the present one stays until then.
        @usableFromInline var next: Generation?
        /// What was requested of the present generation, which is restored if the rebuild fails. A reload is
        /// restored if a jump ends without its page.
        @usableFromInline var before = Asked()
        /// Whether it loads the first page because a page was requested: further requests are part of the
        /// burst.
        @usableFromInline var isRequested = false
        /// How often it may begin again with the page to which the list was scrolled meanwhile.
        @usableFromInline var detours = 1
    }

    /// Which rows are to be shown by the next generation.
    @usableFromInline
    enum Goal: Sendable, Equatable {
        /// The first row: a refresh.
        case firstRow
        /// The rows in view, which keep their place: a reload.
        case place
        /// The placeholders in view, which are far from the loaded rows.
        case viewport
        /// Rows of the whole list: a jump to the last of them, from the page with the first one. There are
        /// several if the last one is beyond the end.
        case rows(Range<Int>)
    }
}
