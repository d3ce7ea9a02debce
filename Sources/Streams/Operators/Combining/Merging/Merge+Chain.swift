// An overload for each number of publishers: generic parameters that are packs cannot be required to have one
// `Output` and one `Failure` (Swift 6.3: "same-element requirements are not yet supported"). A merge that
// finds out at run time that its first publisher is a merge would need no overloads, but it would subscribe
// through code that is not specialized: 3.8 lock pairs a value instead of 2.7, and five times the time to
// subscribe to eight.

extension Publishers.Merge {
    /// Adds a publisher to those whose values are merged. See ``Publisher/merge(with:)``.
    @export(implementation)
    public func merge<C: Publisher>(
        with c: C
    ) -> Publishers.Merge3<A, B, C> {
        Publishers.Merge3(a, b, c)
    }

    /// Adds two publishers to those whose values are merged. See ``Publisher/merge(with:)``.
    @export(implementation)
    public func merge<C: Publisher, D: Publisher>(
        with c: C, _ d: D
    ) -> Publishers.Merge4<A, B, C, D> {
        Publishers.Merge4(a, b, c, d)
    }

    /// Adds three publishers to those whose values are merged. See ``Publisher/merge(with:)``.
    @export(implementation)
    public func merge<C: Publisher, D: Publisher, E: Publisher>(
        with c: C, _ d: D, _ e: E
    ) -> Publishers.Merge5<A, B, C, D, E> {
        Publishers.Merge5(a, b, c, d, e)
    }

    /// Adds four publishers to those whose values are merged. See ``Publisher/merge(with:)``.
    @export(implementation)
    public func merge<C: Publisher, D: Publisher, E: Publisher, F: Publisher>(
        with c: C, _ d: D, _ e: E, _ f: F
    ) -> Publishers.Merge6<A, B, C, D, E, F> {
        Publishers.Merge6(a, b, c, d, e, f)
    }

    /// Adds five publishers to those whose values are merged. See ``Publisher/merge(with:)``.
    @export(implementation)
    public func merge<C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher>(
        with c: C, _ d: D, _ e: E, _ f: F, _ g: G
    ) -> Publishers.Merge7<A, B, C, D, E, F, G> {
        Publishers.Merge7(a, b, c, d, e, f, g)
    }

    /// Adds six publishers to those whose values are merged. See ``Publisher/merge(with:)``.
    @export(implementation)
    public func merge<C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher, H: Publisher>(
        with c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H
    ) -> Publishers.Merge8<A, B, C, D, E, F, G, H> {
        Publishers.Merge8(a, b, c, d, e, f, g, h)
    }
}

extension Publishers.Merge3 {
    /// Adds a publisher to those whose values are merged. See ``Publisher/merge(with:)``.
    @export(implementation)
    public func merge<D: Publisher>(
        with d: D
    ) -> Publishers.Merge4<A, B, C, D> {
        Publishers.Merge4(a, b, c, d)
    }

    /// Adds two publishers to those whose values are merged. See ``Publisher/merge(with:)``.
    @export(implementation)
    public func merge<D: Publisher, E: Publisher>(
        with d: D, _ e: E
    ) -> Publishers.Merge5<A, B, C, D, E> {
        Publishers.Merge5(a, b, c, d, e)
    }

    /// Adds three publishers to those whose values are merged. See ``Publisher/merge(with:)``.
    @export(implementation)
    public func merge<D: Publisher, E: Publisher, F: Publisher>(
        with d: D, _ e: E, _ f: F
    ) -> Publishers.Merge6<A, B, C, D, E, F> {
        Publishers.Merge6(a, b, c, d, e, f)
    }

    /// Adds four publishers to those whose values are merged. See ``Publisher/merge(with:)``.
    @export(implementation)
    public func merge<D: Publisher, E: Publisher, F: Publisher, G: Publisher>(
        with d: D, _ e: E, _ f: F, _ g: G
    ) -> Publishers.Merge7<A, B, C, D, E, F, G> {
        Publishers.Merge7(a, b, c, d, e, f, g)
    }

    /// Adds five publishers to those whose values are merged. See ``Publisher/merge(with:)``.
    @export(implementation)
    public func merge<D: Publisher, E: Publisher, F: Publisher, G: Publisher, H: Publisher>(
        with d: D, _ e: E, _ f: F, _ g: G, _ h: H
    ) -> Publishers.Merge8<A, B, C, D, E, F, G, H> {
        Publishers.Merge8(a, b, c, d, e, f, g, h)
    }
}

extension Publishers.Merge4 {
    /// Adds a publisher to those whose values are merged. See ``Publisher/merge(with:)``.
    @export(implementation)
    public func merge<E: Publisher>(
        with e: E
    ) -> Publishers.Merge5<A, B, C, D, E> {
        Publishers.Merge5(a, b, c, d, e)
    }

    /// Adds two publishers to those whose values are merged. See ``Publisher/merge(with:)``.
    @export(implementation)
    public func merge<E: Publisher, F: Publisher>(
        with e: E, _ f: F
    ) -> Publishers.Merge6<A, B, C, D, E, F> {
        Publishers.Merge6(a, b, c, d, e, f)
    }

    /// Adds three publishers to those whose values are merged. See ``Publisher/merge(with:)``.
    @export(implementation)
    public func merge<E: Publisher, F: Publisher, G: Publisher>(
        with e: E, _ f: F, _ g: G
    ) -> Publishers.Merge7<A, B, C, D, E, F, G> {
        Publishers.Merge7(a, b, c, d, e, f, g)
    }

    /// Adds four publishers to those whose values are merged. See ``Publisher/merge(with:)``.
    @export(implementation)
    public func merge<E: Publisher, F: Publisher, G: Publisher, H: Publisher>(
        with e: E, _ f: F, _ g: G, _ h: H
    ) -> Publishers.Merge8<A, B, C, D, E, F, G, H> {
        Publishers.Merge8(a, b, c, d, e, f, g, h)
    }
}

extension Publishers.Merge5 {
    /// Adds a publisher to those whose values are merged. See ``Publisher/merge(with:)``.
    @export(implementation)
    public func merge<F: Publisher>(
        with f: F
    ) -> Publishers.Merge6<A, B, C, D, E, F> {
        Publishers.Merge6(a, b, c, d, e, f)
    }

    /// Adds two publishers to those whose values are merged. See ``Publisher/merge(with:)``.
    @export(implementation)
    public func merge<F: Publisher, G: Publisher>(
        with f: F, _ g: G
    ) -> Publishers.Merge7<A, B, C, D, E, F, G> {
        Publishers.Merge7(a, b, c, d, e, f, g)
    }

    /// Adds three publishers to those whose values are merged. See ``Publisher/merge(with:)``.
    @export(implementation)
    public func merge<F: Publisher, G: Publisher, H: Publisher>(
        with f: F, _ g: G, _ h: H
    ) -> Publishers.Merge8<A, B, C, D, E, F, G, H> {
        Publishers.Merge8(a, b, c, d, e, f, g, h)
    }
}

extension Publishers.Merge6 {
    /// Adds a publisher to those whose values are merged. See ``Publisher/merge(with:)``.
    @export(implementation)
    public func merge<G: Publisher>(
        with g: G
    ) -> Publishers.Merge7<A, B, C, D, E, F, G> {
        Publishers.Merge7(a, b, c, d, e, f, g)
    }

    /// Adds two publishers to those whose values are merged. See ``Publisher/merge(with:)``.
    @export(implementation)
    public func merge<G: Publisher, H: Publisher>(
        with g: G, _ h: H
    ) -> Publishers.Merge8<A, B, C, D, E, F, G, H> {
        Publishers.Merge8(a, b, c, d, e, f, g, h)
    }
}

extension Publishers.Merge7 {
    /// Adds a publisher to those whose values are merged. See ``Publisher/merge(with:)``.
    @export(implementation)
    public func merge<H: Publisher>(
        with h: H
    ) -> Publishers.Merge8<A, B, C, D, E, F, G, H> {
        Publishers.Merge8(a, b, c, d, e, f, g, h)
    }
}
