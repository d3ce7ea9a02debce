/// Converts each item.
struct MapTransform<Input: Sendable, Output: Sendable>: PageTransform {
    let transform: @Sendable (Input) -> Output
    let transformPage: @Sendable ([Input]) -> [Output]

    func apply(_ change: PageChange<Input>) -> [PageChange<Output>] {
        switch change {
        case .insert(let page, let items): [.insert(page: page, transformPage(items))]
        case .remove(let page): [.remove(page: page)]
        case .edit(let page, let edits): [.edit(page: page, edits.map { $0.map(transform) })]
        case .carry(let row): [.carry(row.map(transform))]
        case .ends(let ends): [.ends(ends)]
        }
    }

    func beginGeneration() {}
}
