@testable import PagingOperators

// Transforms with the loops that feeds give them.

extension MapTransform {
    init(_ transform: @escaping @Sendable (Input) -> Output) {
        self.init(transform: transform, transformPage: { $0.map(transform) })
    }
}

extension SelectTransform {
    init(_ select: @escaping @Sendable (Input) -> Output?) {
        self.init(select, page: { PageLoops.select($0, select) })
    }
}

extension SelectTransform where Input == Output {
    init(where isIncluded: @escaping @Sendable (Input) -> Bool) {
        self.init({ isIncluded($0) ? $0 : nil }, page: { PageLoops.filter($0, isIncluded) })
    }
}

extension DedupeTransform {
    init(_ identity: @escaping @Sendable (Item) -> Identity) {
        self.init(identity, insert: { $0.insert($1, page: $2, by: identity) })
    }
}
