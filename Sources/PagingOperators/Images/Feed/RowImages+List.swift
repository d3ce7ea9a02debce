// The list: what its rows have moves with them.
extension RowImages {
    mutating func take(_ state: ViewState<Item>) {
        let change = state.change.amongItems(from: list.rowCounts, to: state.rowCounts)
        change.isReload ? rebuild(from: state) : follow(change, to: state)
        publish()
    }

    /// - Parameter change: How the items differ.
    private mutating func follow(_ change: RowChange, to state: ViewState<Item>) {
        let (oldCount, newCount) = (list.rowCount, state.rowCount)
        focus =
            state.arrivedRow
            ?? focus.map { state.change.focus(afterMoving: $0, from: oldCount, to: newCount) }
        near = change.rows(spannedBy: near)
        kept = change.rows(spannedBy: kept)
        var leaving = moveLoads(along: change)
        var rows = list.items
        for range in change.removed.reversed() { rows.remove(range) }
        for range in change.inserted {
            rows.insert(pages: makeRows(range, of: state.items), at: range.lowerBound)
        }
        list = state.with(items: rows, change: state.change)
        for range in change.updated { leaving += update(range, to: state.items) }
        // Updated items that have nothing yet may have got an address.
        followFocus(fresh: change.inserted + change.updated)
        // Last, so that an image that a new row wants, too, goes on loading.
        for id in leaving { actions.append(.cancelLoad(id)) }
    }

    /// - Returns: The loads of items that are gone.
    private mutating func moveLoads(along change: RowChange) -> [ImageLoadID] {
        if change.isEmpty { return [] }
        var leaving: [ImageLoadID] = []
        var follower = RowFollower(change)
        let old = loads.sorted { $0.key < $1.key }
        loads = [:]
        for (item, id) in old {
            let moved = follower.follow(item)
            if moved.isGone {
                items[id] = nil
                leaving.append(id)
            } else {
                items[id] = moved.row
                loads[moved.row] = id
            }
        }
        return leaving
    }

    /// Gives rows their new items. Those whose images are the same keep them.
    ///
    /// - Returns: The loads of images that are not wanted any more.
    private mutating func update(_ range: Range<Int>, to newItems: PagedItems<Item>) -> [ImageLoadID] {
        var leaving: [ImageLoadID] = []
        let rows = range.map { index in
            var row = list.items[index]
            let item = newItems[index]
            if !row.image.isIdle, request(row.item) != request(item) {
                row.image = .idle(placeholder: placeholder)
                if let id = forgetLoad(of: index) { leaving.append(id) }
            }
            row.item = item
            return row
        }
        list.items.replace(range, by: rows)
        return leaving
    }

    /// Begins anew with other rows. Images that were there for the same requests are taken over. The new rows ask for
    /// their images before the old ones leave, so that an image that both want goes on loading.
    private mutating func rebuild(from state: ViewState<Item>) {
        let leaving = items.keys.sorted { $0.number < $1.number }
        let images = keptImages()
        focus = state.arrivedRow ?? focus.flatMap { $0 < state.rowCount ? $0 : nil }
        loads = [:]
        items = [:]
        near = 0..<0
        kept = 0..<0
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

    private func makeRows(_ range: Range<Int>, of items: PagedItems<Item>) -> [[Row]] {
        items.pages(of: range).map { page in
            page.map { Row(item: $0, image: .idle(placeholder: placeholder)) }
        }
    }
}
