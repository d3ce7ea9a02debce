import Flux

/// Counts the images of consecutive states by their changes.
struct ImageCounter<Row: ListRow> {
    private(set) var counts = ImageCounts()

    /// Counts the images of the next state.
    ///
    /// - Complexity: O(*c* log *p*) for *c* rows that changed on *p* pages, however long the list is.
    mutating func count(_ changed: ChangedRows<Row>) -> ImageCounts {
        for row in changed.removedRows.joined() { counts.add(row.image, times: -1) }
        for row in changed.insertedRows.joined() { counts.add(row.image) }
        for update in changed.updates {
            counts.add(update.old.image, times: -1)
            counts.add(update.new.image)
        }
        return counts
    }
}
