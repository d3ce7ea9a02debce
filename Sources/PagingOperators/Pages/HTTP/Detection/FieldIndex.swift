/// The positions of fields by the objects that have them, and by their names.
///
/// - Complexity: O(1) for each of them.
struct FieldIndex<Object: Hashable & Sendable>: Sendable {
    private struct Name: Hashable, Sendable {
        let object: Object
        let plain: String
    }

    private var positions: [Name: [Int]] = [:]

    /// Adds the position of a field.
    ///
    /// - Parameters:
    ///   - position: The position, which follows those that were added before.
    ///   - object: The object that has the field.
    ///   - plain: The name of the field in lower case without separators.
    mutating func add(_ position: Int, of object: Object, named plain: String) {
        positions[Name(object: object, plain: plain), default: []].append(position)
    }

    /// Returns the positions of the fields of an object with one of some names, in their order.
    func positions(of object: Object, named names: [String]) -> [Int] {
        let found = names.compactMap { positions[Name(object: object, plain: $0)] }
        return found.count == 1 ? found[0] : found.flatMap(\.self).sorted()
    }
}
