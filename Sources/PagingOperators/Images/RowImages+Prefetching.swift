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
        let leaving = near.outside(oldNear) + old.outside(prefetched)
        for range in leaving { for item in range { prefetches.stop(item) } }
        let entering = prefetched.outside(old) + fresh
        for range in entering { for item in range { followPrefetch(of: item) } }
    }

    /// Prefetches the image of an item, or stops it, as is right for its present place.
    @usableFromInline
    mutating func followPrefetch(of item: Int) {
        let row = list.items[item]
        guard prefetched.contains(item), !near.contains(item), row.image.isIdle,
            let request = request(row.item)
        else { return prefetches.stop(item) }
        // Rows that are passed are not prefetched either.
        if pause == nil { prefetches.start(item, request) }
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
                in: ListView(shown: shownItems, isForward: scrollsForward))
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

extension PrefetchList {
    /// Renumbers the rows, and stops the prefetches of those that a change removes. Costs nothing if the
    /// change only appends rows.
    mutating func move(along change: RowChange) {
        if change.keepsRows(before: lastRow) { return }
        var follower = RowFollower(change)
        renumber { row in
            let (next, isGone) = follower.follow(row)
            return isGone ? nil : next
        }
    }
}
