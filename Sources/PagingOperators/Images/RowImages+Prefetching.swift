import FluxImages

// Prefetching to disk.
extension RowImages {
    /// Prefetches the images of new rows that are not near the rows in view yet, and stops prefetching those
    /// of rows that are near now, or too far away.
    ///
    /// - Parameters:
    ///   - fresh: New and updated items.
    ///   - oldNear: The items that were near before.
    @usableFromInline
    mutating func followPrefetches(fresh: [Range<Int>], oldNear: Range<Int>) {
        if range.prefetched <= range.near { return }
        let old = prefetched
        prefetched = items(within: range.prefetched)
        for rows in near.outside(oldNear) + old.outside(prefetched) { prefetches.stop(rows) }
        for rows in prefetched.outside(old) + fresh { startPrefetches(of: rows) }
    }

    /// Prefetches the images of items that are new, have changed or have moved, as is right for their place.
    @usableFromInline
    mutating func startPrefetches(of rows: Range<Int>) {
        if range.prefetched <= range.near { return }
        let request = requestToPrefetch
        prefetches.stop(rows) { row, old in request(row) != old }
        // Rows that are passed are not prefetched either.
        if pause == nil { prefetches.start(rows.clamped(to: prefetched).outside(near)) }
    }

    /// Returns what is to be prefetched for an item, if anything.
    private var requestToPrefetch: (Int) -> ImageRequest? {
        { [list, near, prefetched, request] item in
            guard prefetched.contains(item), !near.contains(item) else { return nil }
            let row = list.items[item]
            return row.image.isIdle ? request(row.item) : nil
        }
    }

    /// Adds the action that starts and stops prefetches, if there are any: as many as may be under way, the
    /// nearest ahead first.
    @inlinable
    mutating func changePrefetches() {
        if range.prefetched > range.near { performPrefetches() }
    }

    @usableFromInline
    mutating func performPrefetches() {
        guard
            let (start, stop) = prefetches.takeChange(
                in: ListPosition(shown: shownItems, isForward: viewport.isForward), startsNext: pause == nil,
                request: requestToPrefetch)
        else { return }
        // After the loads that begin, and before those that are cancelled, so that an image that is loaded
        // for either reason continues to load.
        let index = actions.firstIndex(where: \.isCancellation) ?? actions.endIndex
        actions.insert(.load(.wholeList, .prefetch(start: start, stop: stop)), at: index)
    }
}

extension SessionAction {
    fileprivate var isCancellation: Bool {
        if case .cancelLoad = self { true } else { false }
    }
}
