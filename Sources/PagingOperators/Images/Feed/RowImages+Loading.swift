// The images.
extension RowImages {
    /// Starts and cancels loads as items come near and leave.
    ///
    /// - Parameters:
    ///   - fresh: Items that may not have been looked at, wherever they are.
    ///   - images: Images of rows that are gone, for the same requests.
    mutating func followFocus(fresh: [Range<Int>] = [], taking images: [ImageRequest: Image] = [:]) {
        // From then on the first item is a row like any other, which others may come before.
        if focus == nil, !list.items.isEmpty { focus = list.placeholdersBefore }
        let (oldNear, oldKept) = (near, kept)
        near = items(within: range.near)
        kept = items(within: range.kept)
        for rows in fresh {
            for item in rows.clamped(to: near) where list.items[item].image.isIdle { begin(item) }
        }
        for item in near.outside(oldNear).joined() { begin(item, taking: images) }
        for item in oldNear.outside(near).joined() { cancel(item) }
        for item in oldKept.outside(kept).joined() { giveBack(item) }
    }

    private func items(within distance: Int) -> Range<Int> {
        let count = list.items.count
        let item = (focus ?? 0) - list.placeholdersBefore
        let (first, isBeforeAll) = item.subtractingReportingOverflow(distance)
        let (last, isAfterAll) = item.addingReportingOverflow(distance)
        let start = isBeforeAll ? 0 : min(count, max(0, first))
        return start..<max(start, isAfterAll || last >= count ? count : last + 1)
    }

    private mutating func begin(_ item: Int, taking images: [ImageRequest: Image] = [:]) {
        let row = list.items[item]
        switch row.image {
        case .loaded, .loading: return
        case .idle, .failed: break
        }
        guard let request = request(row.item) else { return }
        if let image = cachedImage(request) ?? images[request] {
            return set(.loaded(image, from: .memory), of: item)
        }
        let id = makeLoadID()
        loads[item] = id
        items[id] = item
        set(.loading(ImageProgress(), placeholder: placeholder), of: item)
        actions.append(.load(id, request))
    }

    private mutating func cancel(_ item: Int) {
        guard let id = forgetLoad(of: item) else { return }
        actions.append(.cancelLoad(id))
        set(.idle(placeholder: placeholder), of: item)
    }

    mutating func forgetLoad(of item: Int) -> ImageLoadID? {
        guard let id = loads.removeValue(forKey: item) else { return nil }
        items[id] = nil
        return id
    }

    private mutating func giveBack(_ item: Int) {
        if case .loaded = list.items[item].image { set(.idle(placeholder: placeholder), of: item) }
    }

    mutating func take(_ image: ImageState<Image>, of id: ImageLoadID) {
        guard let item = items[id] else { return }
        if let progress = image.progress {
            guard progress.isWorthShowing(after: list.items[item].image.progress) else { return }
        }
        if image.isFinal { _ = forgetLoad(of: item) }
        set(image, of: item)
    }

    private mutating func set(_ image: ImageState<Image>, of item: Int) {
        var row = list.items[item]
        row.image = image
        list.items.replace(row: item, by: row)
        changed.append(item..<item + 1)
    }
}

extension Range<Int> {
    /// What of this range lies before and after another.
    fileprivate func outside(_ other: Range) -> [Range] {
        if !overlaps(other) { return [self] }
        return [
            lowerBound..<Swift.max(lowerBound, other.lowerBound),
            Swift.min(upperBound, other.upperBound)..<upperBound,
        ]
    }
}

extension ImageProgress {
    /// Whether a list shows this after an earlier progress: in steps of a tenth or, where the whole is not known,
    /// of doublings, so that a thousand pieces do not make a thousand states. The whole is not shown: the image is
    /// about to follow.
    func isWorthShowing(after earlier: ImageProgress?) -> Bool {
        if let fraction { return fraction < 1 && Int(fraction * 10) > Int((earlier?.fraction ?? 0) * 10) }
        return received >= max(1, (earlier?.received ?? 0) * 2)
    }
}
