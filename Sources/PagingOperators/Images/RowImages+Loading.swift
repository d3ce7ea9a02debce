import FluxImages

// The images.
extension RowImages {
    /// Starts the loads of items that are now near the rows in view, and cancels those of items that no
    /// longer are.
    ///
    /// - Parameters:
    ///   - fresh: New and updated items, which may not have been requested although they are within the old
    ///     range.
    ///   - images: Images of removed rows, to use for equal requests.
    @inlinable
    mutating func followFocus(fresh: [Range<Int>] = [], taking images: [ImageRequest: Image] = [:]) {
        let (oldNear, oldKept) = (near, kept)
        near = items(within: min(range.near, roomBesideView))
        kept = items(within: min(range.kept, roomBesideView))
        var new: [Int] = fresh.flatMap { $0.clamped(to: near).filter { list.items[$0].image.isIdle } }
        for range in near.outside(oldNear) { new += range }
        for item in sorted(new) { begin(item, taking: images) }
        for range in oldNear.outside(near) {
            for item in range where cancel(item) && isScrolled { passedCount += 1 }
        }
        for range in oldKept.outside(kept) { for item in range { dropImage(of: item) } }
        followPrefetches(fresh: fresh, oldNear: oldNear)
        pauseIfPassedTooMany()
    }

    /// Starts the loads of moved items that are near the rows in view, a failed one again, and drops the
    /// images of others.
    mutating func followMoves(_ moves: [RowChange.Move]) {
        for item in moves.map(\.destination) {
            if near.contains(item) { begin(item) } else { cancel(item) }
            if !kept.contains(item) { dropImage(of: item) }
            startPrefetches(of: item..<item + 1)
        }
    }

    /// Starts the loads of items near the rows in view whose images have failed: the list was refreshed.
    mutating func beginFailed() {
        for item in sorted(near.filter({ list.items[$0].image.error != nil })) { begin(item) }
    }

    /// Orders items as their images are needed: those in view, then those ahead, then those behind, the
    /// nearest first.
    @usableFromInline
    func sorted(_ items: [Int]) -> [Int] {
        let shown = shownItems
        if items.count < 2 { return items }
        func distance(_ item: Int) -> Int { max(shown.lowerBound - item, item - shown.upperBound + 1, 0) }
        return items.map { (item: $0, priority: priority(of: $0), distance: distance($0)) }
            .sorted {
                ($1.priority.rawValue, $0.distance, $0.item) < ($0.priority.rawValue, $1.distance, $1.item)
            }
            .map(\.item)
    }

    @inlinable
    func items(within distance: Int) -> Range<Int> {
        let count = list.items.count
        let shown = shownItems
        let (first, isBeforeAll) = shown.lowerBound.subtractingReportingOverflow(distance)
        let (end, isAfterAll) = shown.upperBound.addingReportingOverflow(distance)
        let start = isBeforeAll ? 0 : min(count, max(0, first))
        return start..<max(start, isAfterAll ? count : min(end, count))
    }

    @inlinable
    mutating func begin(_ item: Int, taking images: [ImageRequest: Image] = [:]) {
        let row = list.items[item]
        switch row.image {
        case .loaded, .loading: return
        case .idle, .failed: break
        }
        guard let request = request(row.item) else { return }
        if let image = cachedImage(request) ?? images[request] {
            return set(.loaded(image, from: .memory), of: item, request)
        }
        if pause != nil { return wait(item) }
        let id = makeLoadID()
        let live = LiveImagePriority(row: item, of: self.id)
        loads[item] = id
        items[id] = item
        running[id] = (request, live)
        set(.loading(ImageProgress(), placeholder: placeholder), of: item)
        actions.append(.load(id, .load(request, live)))
    }

    /// - Returns: Whether its image was being loaded.
    @inlinable
    @discardableResult
    mutating func cancel(_ item: Int) -> Bool {
        guard let id = forgetLoad(of: item) else { return false }
        actions.append(.cancelLoad(id))
        // A stale image that is being validated stays.
        if list.items[item].image.isLoading { set(.idle(placeholder: placeholder), of: item) }
        return true
    }

    @inlinable
    mutating func forgetLoad(of item: Int) -> ImageLoadID? {
        guard let id = loads.removeValue(forKey: item) else { return nil }
        forget(id)
        return id
    }

    @inlinable
    mutating func forget(_ id: ImageLoadID) {
        items[id] = nil
        running[id] = nil
        renewed.remove(id)
    }

    @inlinable
    mutating func dropImage(of item: Int) {
        if case .loaded = list.items[item].image { set(.idle(placeholder: placeholder), of: item) }
    }

    @inlinable
    mutating func take(_ result: ImageResults<Image>.Result, of id: ImageLoadID) {
        guard let item = items[id] else { return }
        guard case .state(let image) = result else {
            _ = forgetLoad(of: item)
            return
        }
        if let progress = image.progress {
            guard progress.isWorthShowing(after: list.items[item].image.progress) else { return }
        }
        let request = running[id]?.request
        // No state follows a failure; a loaded image may be replaced until the load ends.
        if image.error != nil {
            let isRenewed = renewed.remove(id) != nil
            _ = forgetLoad(of: item)
            if isRenewed {
                set(.idle(placeholder: placeholder), of: item)
                return begin(item)
            }
        }
        set(image, of: item, request)
    }

    /// - Parameter request: The request of an image that is loaded.
    @inlinable
    mutating func set(_ image: ImageState<Image>, of item: Int, _ request: ImageRequest? = nil) {
        var row = list.items[item]
        row.image = image
        list.items.replace(row: item, by: row)
        changed.append(item..<item + 1)
        if case .loaded = image { hold(request, item) } else { hold(nil, item) }
    }
}

// Memory.
extension RowImages {
    /// How many rows before and after those in view may have images.
    @inlinable
    var roomBesideView: Int { isTrimmed ? 0 : max(0, room - shownItems.count) / 2 }

    /// An item shows the image of a request, or none.
    @inlinable
    mutating func hold(_ request: ImageRequest?, _ item: Int) {
        // The usual case, which needs no look-up.
        if request == nil, held.isEmpty { return }
        let old = held[item]
        if old == request { return }
        held[item] = request
        if let old { heldChange.removed.append(old) }
        if let request { heldChange.added.append(request) }
    }

    /// Adds the action that tells the loader which images are shown, if others are.
    @inlinable
    mutating func changeHeld() {
        if heldChange.added.isEmpty, heldChange.removed.isEmpty { return }
        if !observesMemory { actions.append(.load(.wholeList, .observeMemory)) }
        observesMemory = true
        actions.append(.load(.wholeList, .hold(heldChange.added, release: heldChange.removed)))
        heldChange = ([], [])
    }
}

extension Range<Int> {
    /// The parts of this range before and after another one.
    @inlinable
    func outside(_ other: Range) -> [Range] {
        if !overlaps(other) { return [self] }
        return [
            lowerBound..<Swift.max(lowerBound, other.lowerBound),
            Swift.min(upperBound, other.upperBound)..<upperBound,
        ]
    }
}

extension ImageProgress {
    /// Whether a list publishes this after an earlier progress. Progress is published with each preview, and
    /// otherwise in steps of a tenth or, where the size of the whole is unknown, at each doubling, so that a
    /// thousand chunks do not make a thousand states. A complete progress without a new preview is not
    /// published: the image follows.
    @inlinable
    func isWorthShowing(after earlier: ImageProgress?) -> Bool {
        if previewNumber > earlier?.previewNumber ?? 0 { return true }
        if let fraction { return fraction < 1 && Int(fraction * 10) > Int((earlier?.fraction ?? 0) * 10) }
        return received >= max(1, (earlier?.received ?? 0) * 2)
    }
}
