import Flux

// Finding a text: in the loaded rows, then in those that are loaded for it, which the view follows.
extension BrowseModel {
    /// Finds the next item with the text of the last search.
    mutating func find(_ direction: Search.Direction) -> [BrowseAction] {
        guard pattern != nil else {
            message = "nothing to find: type / and a text"
            return []
        }
        let origin = cursor < list.rowCount ? list.item(atRow: cursor)?.id : nil
        search = Search(direction: direction, origin: origin)
        return continueSearch() + report()
    }

    /// Searches rows that are loaded by now.
    mutating func continueSearch() -> [BrowseAction] {
        guard var search, let pattern else { return [] }
        let loaded = list.placeholdersBefore..<list.placeholdersBefore + list.items.count
        let isDown = search.direction == .down
        let rows =
            isDown
            ? Array((cursor + 1..<max(cursor + 1, loaded.upperBound)).clamped(to: loaded))
            : (loaded.lowerBound..<max(loaded.lowerBound, cursor)).clamped(to: loaded).reversed()
        for row in rows {
            guard let item = list.item(atRow: row)?.item else { continue }
            search.count += 1
            if pattern.matches(item) {
                self.search = nil
                select(row)
                return []
            }
        }
        self.search = search
        if let last = isDown ? loaded.last : loaded.first, isDown ? last > cursor : last < cursor {
            select(last)
        }
        if let error = (isDown ? list.append : list.prepend).error ?? list.refresh.error {
            endSearch("search stopped: \(error.shellText)")
        } else if !(isDown ? list.hasMore : list.hasPrevious), !list.isLoading {
            endSearch("not found: \(pattern.text)")
        } else if !list.isPaging, !list.isLoading {
            // A report asks for the rows beyond; a page may have had none.
            return [.signal(isDown ? .loadMore : .loadPrevious)]
        }
        return []
    }

    /// Ends the search, and returns to the row where it began if that is still there.
    mutating func endSearch(_ message: String) {
        self.message = message
        guard let origin = search?.origin else {
            search = nil
            return
        }
        search = nil
        if let index = list.items.firstIndex(where: { $0.id == origin }) {
            select(list.placeholdersBefore + index)
        }
    }
}
