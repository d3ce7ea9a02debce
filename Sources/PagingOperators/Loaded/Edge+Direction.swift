extension Edge {
    /// The edge that a page of a direction is added to; `nil` for the first page.
    @inlinable
    package init?(_ direction: LoadDirection) {
        switch direction {
        case .refresh: return nil
        case .prepend: self = .start
        case .append: self = .end
        }
    }

    @inlinable
    package var direction: LoadDirection { self == .start ? .prepend : .append }
}
