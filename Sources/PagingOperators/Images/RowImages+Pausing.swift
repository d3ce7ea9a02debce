import FluxImages

// Pauses. A list that is flung passes rows sooner than their images arrive: after a number of loads that were
// cancelled for this reason, no others start until the list has slowed down. Images in memory are shown as
// always.
extension RowImages {
    @inlinable
    static var pauseDuration: Duration { .milliseconds(100) }

    @inlinable
    mutating func pauseIfPassedTooMany() {
        if pause == nil, passedCount >= max(passedLimit, near.count) { beginPause() }
    }

    @usableFromInline
    mutating func beginPause() {
        let id = makeLoadID()
        pause = (id, near)
        actions.append(.load(id, .pause(Self.pauseDuration)))
    }

    /// Ends a pause, unless all rows that were near at its beginning have left the viewport: the list still
    /// scrolls too fast.
    @usableFromInline
    mutating func resume() {
        guard let ended = pause else { return }
        if !near.isEmpty, !near.overlaps(ended.near) { return beginPause() }
        pause = nil
        passedCount = 0
        for item in sorted(near.filter { list.items[$0].image.isIdle }) { begin(item) }
        startPrefetches(of: prefetched)
    }

    /// Ends a pause before its time.
    mutating func cancelPause() {
        guard let id = pause.take()?.id else { return }
        passedCount = 0
        actions.append(.cancelLoad(id))
    }

    /// Defers the load of an item to the end of the pause.
    @inlinable
    mutating func wait(_ item: Int) {
        if list.items[item].image.error != nil { set(.idle(placeholder: placeholder), of: item) }
    }
}
