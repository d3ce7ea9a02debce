/// The transforms between the source and the rows.
package enum SimulatedChain: Sendable, CaseIterable {
    case plain
    case identified
    case deduped
    case filteredDeduped
    case latest
    case latestFilteredSeparated
    case dedupedSeparatedFiltered
    case edited
    case editedRepeats
    case editedFilteredSeparated
    case filteredEditedSeparated
    case separatedEdited
    case latestEdited
    case editedDeduped
    case editedLatest
    case editedSeparatedHeadedDeduped

    package enum Stage: Sendable {
        case dedupe, latest, filter, map, separators, header, edits
    }

    package var stages: [Stage] {
        switch self {
        case .plain, .identified: []
        case .deduped: [.dedupe]
        case .filteredDeduped: [.filter, .dedupe]
        case .latest: [.latest]
        case .latestFilteredSeparated: [.latest, .filter, .separators]
        case .dedupedSeparatedFiltered: [.dedupe, .separators, .filter, .map]
        case .edited: [.dedupe, .edits]
        case .editedRepeats: [.edits]
        case .editedFilteredSeparated: [.dedupe, .edits, .filter, .separators]
        case .filteredEditedSeparated: [.dedupe, .filter, .edits, .separators]
        case .separatedEdited: [.dedupe, .separators, .edits, .map]
        case .latestEdited: [.latest, .edits]
        case .editedDeduped: [.edits, .dedupe]
        case .editedLatest: [.edits, .latest, .separators]
        case .editedSeparatedHeadedDeduped: [.dedupe, .edits, .separators, .header, .dedupe]
        }
    }

    package var isEditable: Bool { stages.contains(.edits) }

    /// Whether rows have an identity, so that a refresh changes the list by its difference.
    var identifiesRows: Bool { self != .plain }

    /// Whether edits precede a transform that makes rows unique, so that the server's rows have to be unique.
    var needsUniqueRows: Bool { stages.first == .edits && self != .editedRepeats }

    /// Whether rows that edits move may be hidden.
    var hidesEditedRows: Bool {
        self == .editedFilteredSeparated || self == .editedDeduped || self == .editedLatest
    }

    /// Whether a change of the rows is always one that can be seen: no separator is made again as it was.
    var isQuiet: Bool {
        self == .plain || self == .identified || self == .deduped || self == .filteredDeduped
    }
}

/// The functions of the transforms, for the engine and for the reference.
package enum SimulatedRules {
    package static func isKept(_ row: SimulatedRow) -> Bool { (row.id + row.version) & 3 != 1 }

    package static func convert(_ row: SimulatedRow) -> SimulatedRow {
        SimulatedRow(id: row.id, version: row.version + 100)
    }

    /// Returns a row between rows of different groups, and at both ends. All separators are different.
    package static func separator(_ before: SimulatedRow?, _ after: SimulatedRow?) -> SimulatedRow? {
        let ends = (before: before?.id ?? -1, after: after?.id ?? -1)
        if ends.before >= 0, ends.after >= 0, ends.before / 3 == ends.after / 3 { return nil }
        return SimulatedRow(id: -1 - (ends.before + 1) * 1000 - (ends.after + 1))
    }

    /// The row before all others.
    package static let header = SimulatedRow(id: -1_000_000)

    package static func update(_ row: inout SimulatedRow, by number: Int) {
        row.version = (row.version * 3 + number) % 1000
    }
}
