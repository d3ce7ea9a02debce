/// Picks mutants at random, the same for the same seed and source: of each file as many, as far as there are.
struct Selection {
    private(set) var mutants: [Mutant] = []
    /// The mutants that were passed over because they are known to change nothing.
    private(set) var equivalents: [Mutant] = []

    private var random: SeededGenerator
    private let known: EquivalentMutants

    init(of count: Int, from files: [SourceFile], seed: UInt64, except known: EquivalentMutants) {
        random = SeededGenerator(seed: seed)
        self.known = known
        let files = files.shuffled(using: &random)
        var sites = files.map { $0.finder.sites.shuffled(using: &random)[...] }
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
            guard isFree, let mutant = file.mutants(at: site).randomElement(using: &random) else { continue }
            if !known.contains(mutant) { return mutant }
            equivalents.append(mutant)
        }
        return nil
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
