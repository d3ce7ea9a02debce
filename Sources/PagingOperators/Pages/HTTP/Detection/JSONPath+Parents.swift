import FluxLoading

extension Sequence<JSONPath> {
    /// The paths, and those of everything that they are in, up to the whole body.
    ///
    /// - Complexity: O(*n*) for *n* paths of a limited depth.
    var withParents: Set<JSONPath> {
        var all: Set<JSONPath> = []
        for path in self {
            var length = path.steps.count
            // The parents of one that is there are there, too.
            while all.insert(path.prefix(length)).inserted, length > 0 { length -= 1 }
        }
        return all
    }
}
