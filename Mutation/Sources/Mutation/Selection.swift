/// Picks mutants at random, the same for the same seed and source: of each file as many, as far as there are.
struct Selection {
    private(set) var mutants: [Mutant] = []
    /// The mutants that were passed over because they are known to change nothing.
    private(set) var equivalents: [Mutant] = []

    private var random: SeededGenerator
    private let known: EquivalentMutants
    /// Whether mutants are made that only the exploration of interleavings can build. They come first.
    private let explores: Bool

    init(
        of count: Int, from files: [SourceFile], seed: UInt64, except known: EquivalentMutants,
        explores: Bool = false
    ) {
        random = SeededGenerator(seed: seed)
        self.known = known
        self.explores = explores
        let files = files.shuffled(using: &random)
        var sites = files.map { $0.finder.sites.shuffled(using: &random)[...] }
        if explores {
            for (index, file) in files.enumerated() {
                let parts = Dictionary(grouping: sites[index]) { site in
                    file.mutants(at: site).contains { $0.isOfThreads }
                }
                sites[index] = ((parts[true] ?? []) + (parts[false] ?? []))[...]
            }
        }
        var taken = files.map { _ in [Range<Int>]() }
        while mutants.count < count, sites.contains(where: { !$0.isEmpty }) {
            for (index, file) in files.enumerated() where mutants.count < count {
                guard let mutant = next(from: &sites[index], of: file, avoiding: taken[index]) else {
                    continue
                }
                taken[index].append(mutant.range)
                mutants.append(mutant)
            }
        }
    }

    /// The first mutant that overlaps none of those that were picked.
    private mutating func next(
        from sites: inout ArraySlice<Site>, of file: SourceFile, avoiding taken: [Range<Int>]
    ) -> Mutant? {
        while let site = sites.popFirst() {
            let isFree = taken.allSatisfy {
                $0.lowerBound >= site.range.upperBound || $0.upperBound <= site.range.lowerBound
            }
            guard isFree, let mutant = mutants(of: file, at: site).randomElement(using: &random) else {
                continue
            }
            if !known.contains(mutant) { return mutant }
            equivalents.append(mutant)
        }
        return nil
    }
}

extension Selection {
    private func mutants(of file: SourceFile, at site: Site) -> [Mutant] {
        let all = file.mutants(at: site)
        let ofThreads = all.filter(\.isOfThreads)
        if explores, !ofThreads.isEmpty { return ofThreads }
        return all.filter { !$0.isOfThreads }
    }
}

/// SplitMix64.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
