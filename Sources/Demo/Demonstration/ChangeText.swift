import Flux

/// Describes the rows that were removed, inserted and updated, and their images.
struct ChangeText<Row: ListRow> {
    private let changed: ChangedRows<Row>
    private let updates: [ChangedRows<Row>.Update]

    init(_ changed: ChangedRows<Row>) {
        self.changed = changed
        updates = changed.updates
    }

    /// The rows, but for their images.
    var rows: [String] {
        let removed = changed.removedRows.map { describe("−", Array($0), from: $0.startIndex) }
        let inserted = changed.insertedRows.map { describe("+", Array($0), from: $0.startIndex) }
        return removed + inserted + updatedRows
    }

    private func describe(_ sign: String, _ rows: [Row], from first: Int) -> String {
        let numbers = rows.count == 1 ? "row \(first)" : "rows \(first)–\(first + rows.count - 1)"
        let titles = rows.count == 1 ? rows[0].title : "\(rows[0].title) … \(rows[rows.count - 1].title)"
        return "\(sign)\(rows.count): \(numbers), \(titles)"
    }

    /// Describes rows updated other than by their images, adjacent rows together.
    private var updatedRows: [String] {
        var runs: [(first: Int, rows: [Row])] = []
        for update in updates where update.isOfItem {
            if let last = runs.last, last.first + last.rows.count == update.index {
                runs[runs.count - 1].rows.append(update.new)
            } else {
                runs.append((update.index, [update.new]))
            }
        }
        return runs.map { describe("~", $0.rows, from: $0.first) }
    }

    /// The images that have loaded or failed, and the number of those requested.
    var images: [String] {
        let image = Row.words.image
        var asked = 0
        var texts: [String] = []
        for row in updates.filter(\.isOfImage).map(\.new) {
            switch row.image {
            case .idle: texts.append("\(row.title): \(image) cancelled")
            case .loading: asked += 1
            case .loaded: texts.append("\(row.title): \(image)")
            case .failed: texts.append("\(row.title): \(image) broken, fallback shown")
            }
        }
        if asked > 0 { texts.append("requested \(asked) \(image)\(asked == 1 ? "" : "s")") }
        return texts
    }
}

extension ChangedRows.Update {
    /// Whether the image is in another state.
    var isOfImage: Bool {
        switch (old.image, new.image) {
        case (.idle, .idle), (.loading, .loading), (.loaded, .loaded), (.failed, .failed): false
        default: true
        }
    }

    /// Whether more than the image has changed. While an image loads, its progress may be the change.
    fileprivate var isOfItem: Bool {
        if old.id != new.id || old.title != new.title { return true }
        return !isOfImage && !new.image.isLoading
    }
}
