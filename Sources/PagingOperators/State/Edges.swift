/// One of the two edges of the loaded rows.
@usableFromInline
package enum Edge: Sendable, CaseIterable {
    // In the order in which loads begin.
    case end
    case start

    @inlinable
    package var opposite: Edge { self == .start ? .end : .start }
}

/// A value for each edge.
@usableFromInline
package struct Edges<Value> {
    @usableFromInline package var start: Value
    @usableFromInline package var end: Value

    @inlinable
    package init(start: Value, end: Value) {
        self.start = start
        self.end = end
    }

    @inlinable
    package subscript(edge: Edge) -> Value {
        get { edge == .start ? start : end }
        _modify {
            switch edge {
            case .start: yield &start
            case .end: yield &end
            }
        }
    }
}

extension Edges: Sendable where Value: Sendable {}
extension Edges: Equatable where Value: Equatable {}

/// For each edge, whether it is an end of the whole list.
@usableFromInline package typealias ListEnds = Edges<Bool>

extension ListEnds {
    /// The ends of a list without pages: none is known.
    @inlinable
    package init() {
        self.init(start: false, end: false)
    }
}
