/// What the requests of one load wait for, and what observes them.
struct PageLoadContext: Sendable {
    var observer: PageLoadObserver?
    var permits: RequestPermits?
}
