import Foundation

extension IndexPath {
    public init(row: Int, section: Int) { self.init(indexes: [section, row]) }
    public init(item: Int, section: Int) { self.init(indexes: [section, item]) }

    public var section: Int { self[0] }
    public var row: Int { self[1] }
    public var item: Int { self[1] }
}

extension [Int] {
    /// Whether a list with these counts of rows by section has a row.
    func contains(_ path: IndexPath) -> Bool {
        indices.contains(path.section) && path.row >= 0 && path.row < self[path.section]
    }
}
