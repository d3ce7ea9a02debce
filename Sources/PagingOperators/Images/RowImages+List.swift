import FluxImages

// The list: images and loads move with their rows.
extension RowImages {
    @usableFromInline
    mutating func take(_ state: ViewState<Item>) {
        let change = state.change.amongItems(from: list.rowCounts, to: state.rowCounts)
        change.isReload ? rebuild(from: state) : follow(change, to: state)
        publish()
    }

    /// - Parameter change: The change of the items.
    private mutating func follow(_ change: RowChange, to state: ViewState<Item>) {
        let isRefreshed =
            state.tally.generations != list.tally.generations
            && state.tally.endedRefreshes != list.tally.endedRefreshes
        near = change.rows(spannedBy: near)
        kept = change.rows(spannedBy: kept)
        if !change.keepsRows(before: prefetched.last) { prefetches.move(along: change) }
        prefetched = change.rows(spannedBy: prefetched)
        var leaving = moveLoads(along: change)
        heldChange.removed += change.renumber(&held)
        let moved = rows(movedBy: change)
        let runs = change.withoutMoves
        var rows = list.items
        for range in runs.removed.reversed() { rows.remove(range) }
        for range in runs.inserted {
            rows.insert(pages: makeRows(range, of: state.items, moved: moved), at: range.lowerBound)
        }
        list = state.with(items: rows, change: state.change)
        for range in change.updated { leaving += update(range, to: state.items) }
        // Updated items without an image may have a URL now.
        followFocus(fresh: change.inserted + change.updated)
        followMoves(change.moved)
        if isRefreshed { beginFailed() }
        // Last, so that an image that a new row has requested, too, continues to load.
        for id in leaving { actions.append(.cancelLoad(id)) }
    }

    /// The rows that a change moves, with their images, by their destinations.
    private func rows(movedBy change: RowChange) -> [Int: Row] {
        var rows: [Int: Row] = [:]
        for move in change.moved { rows[move.destination] = list.items[move.source] }
        return rows
    }

    /// - Returns: The loads of removed items.
    private mutating func moveLoads(along change: RowChange) -> [ImageLoadID] {
        if change.isEmpty { return [] }
        let leaving = change.renumber(&loads)
        for id in leaving { forget(id) }
        for (item, id) in loads.sorted(by: { $0.key < $1.key }) where items[id] != item {
            items[id] = item
            if let live = running[id]?.live {
                actions.append(.load(id, .renumber(live, .row(item, of: self.id))))
            }
        }
        return leaving
    }

    /// Updates the items of rows. Rows whose request stays the same keep their images.
    ///
    /// - Returns: The loads of images that are not needed any more.
    private mutating func update(_ range: Range<Int>, to newItems: PagedItems<Item>) -> [ImageLoadID] {
        var leaving: [ImageLoadID] = []
        let rows = range.map { index in
            var row = list.items[index]
            let item = newItems[index]
            if !row.image.isIdle, !keepsImage(of: row, as: item, index) {
                row.image = .idle(placeholder: placeholder)
                hold(nil, index)
                if let id = forgetLoad(of: index) { leaving.append(id) }
            } else if case .loaded = row.image, let image = request(item).flatMap(cachedImage) {
                // Another one may have been put in memory since.
                row.image = .loaded(image, from: .memory)
            }
            row.item = item
            return row
        }
        list.items.replace(range, by: rows)
        return leaving
    }

    /// Whether a row has the same image as another item. One that has failed is loaded again if it is in
    /// memory by now; one that has failed, or will, if its URL is another one, with a new signature, for
    /// example.
    private mutating func keepsImage(of row: Row, as item: Item, _ index: Int) -> Bool {
        let (old, new) = (request(row.item), request(item))
        if old != new { return false }
        if old?.url == new?.url { return row.image.error == nil || new.flatMap(cachedImage) == nil }
        if let id = loads[index] { renewed.insert(id) }
        return row.image.error == nil
    }

    /// Replaces all rows. Images of equal requests are kept. The loads of the new rows start before those of
    /// the old ones are cancelled, so that an image that both request continues to load.
    private mutating func rebuild(from state: ViewState<Item>) {
        cancelPause()
        let leaving = items.keys.sorted { $0.number < $1.number }
        let images = keptImages()
        loads = [:]
        items = [:]
        running = [:]
        renewed = []
        heldChange.removed += held.values
        held = [:]
        viewport.forgetMargins()
        near = 0..<0
        kept = 0..<0
        prefetched = 0..<0
        prefetches.stopAll()
        var rows = PagedItems<Row>()
        rows.insert(pages: makeRows(0..<state.items.count, of: state.items), at: 0)
        list = state.with(items: rows, change: .reload)
        followFocus(taking: images)
        for id in leaving { actions.append(.cancelLoad(id)) }
    }

    private func keptImages() -> [ImageRequest: Image] {
        var images: [ImageRequest: Image] = [:]
        for row in list.items[kept] {
            guard case .loaded(let image, _) = row.image, let request = request(row.item) else { continue }
            images[request] = image
        }
        return images
    }

    private func makeRows(
        _ range: Range<Int>, of items: PagedItems<Item>, moved: [Int: Row] = [:]
    ) -> [[Row]] {
        let idle = ImageState.idle(placeholder: placeholder)
        let pages = items.pages(of: range).map { page in page.map { Row(item: $0, image: idle) } }
        return moved.isEmpty ? pages : replacing(moved, in: pages, from: range.lowerBound)
    }

    /// Replaces rows of pages, the first of which has a number, by those with the same numbers.
    private func replacing(_ moved: [Int: Row], in pages: [[Row]], from first: Int) -> [[Row]] {
        var number = first
        return pages.map { page in
            page.map { row in
                defer { number += 1 }
                return moved[number] ?? row
            }
        }
    }
}
