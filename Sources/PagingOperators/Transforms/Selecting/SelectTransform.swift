/// Converts some items and drops the others.
public struct SelectTransform<Input: Sendable, Output: Sendable>: PageTransform {
    /// What was kept of each page.
    public struct Memory: Sendable {
        @usableFromInline var pages = PageTable<KeptRows>()

        @inlinable
        init() {}
    }

    @usableFromInline let select: @Sendable (Input) -> Output?
    @usableFromInline let selectPage: @Sendable ([Input]) -> (rows: [Output], kept: KeptRows)

    // The loop is bound here, where the types are known: the feed's own code is generic.
    @inlinable
    init(_ select: @escaping @Sendable (Input) -> Output?) {
        self.select = select
        selectPage = { items in
            var rows: [Output] = []
            rows.reserveCapacity(items.count)
            var flags: [Bool] = []
            flags.reserveCapacity(items.count)
            for item in items {
                let row = select(item)
                flags.append(row != nil)
                if let row { rows.append(row) }
            }
            return (rows, KeptRows(count: items.count, flags: rows.count == items.count ? nil : flags))
        }
    }

    @inlinable
    public func makeMemory() -> Memory { Memory() }

    @inlinable
    public func apply(_ change: PageChange<Input>, memory: inout Memory) -> [PageChange<Output>] {
        switch change {
        case .insert(let page, let items):
            let (rows, kept) = selectPage(items)
            memory.pages.insert(kept, page: page)
            return [.insert(page: page, rows)]
        case .remove(let page):
            memory.pages.remove(page: page)
            return [.remove(page: page)]
        case .edit(let page, let edits):
            let translated = edits.compactMap { translate($0, &memory.pages[page]) }
            return translated.isEmpty ? [] : [.edit(page: page, translated)]
        case .ends(let ends):
            return [.ends(ends)]
        }
    }

    @inlinable
    func translate(_ edit: RowEdit<Input>, _ kept: inout KeptRows) -> RowEdit<Output>? {
        switch edit {
        case .insert(let item, let index):
            let selected = select(item)
            kept.insert(selected != nil, at: index)
            return selected.map { .insert($0, at: kept.row(of: index)) }
        case .remove(let index):
            let row = kept.isKept(index) ? kept.row(of: index) : nil
            kept.remove(at: index)
            return row.map { .remove(at: $0) }
        case .update(let item, let index):
            let row = kept.row(of: index)
            let wasKept = kept.isKept(index)
            let selected = select(item)
            kept.set(selected != nil, at: index)
            guard let selected else { return wasKept ? .remove(at: row) : nil }
            return wasKept ? .update(selected, at: row) : .insert(selected, at: row)
        }
    }
}

extension SelectTransform where Input == Output {
    /// Keeps the items that meet a condition. A page whose items all do is passed on without a copy.
    @inlinable
    init(where isIncluded: @escaping @Sendable (Input) -> Bool) {
        select = { isIncluded($0) ? $0 : nil }
        selectPage = { items in
            guard let first = items.firstIndex(where: { !isIncluded($0) }) else {
                return (items, KeptRows(count: items.count))
            }
            var rows = Array(items[..<first])
            var flags = Array(repeating: true, count: first)
            flags.append(false)
            for item in items[(first + 1)...] {
                let isKept = isIncluded(item)
                flags.append(isKept)
                if isKept { rows.append(item) }
            }
            return (rows, KeptRows(count: items.count, flags: flags))
        }
    }
}
