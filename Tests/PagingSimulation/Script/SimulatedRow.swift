/// A row of the simulated lists: an identity, and a version that changes with each update.
package struct SimulatedRow: Hashable, Sendable, CustomStringConvertible {
    package var id: Int
    package var version: Int

    package init(id: Int, version: Int = 0) {
        self.id = id
        self.version = version
    }

    package var description: String { "\(id)v\(version)" }
}
