import SeededRandom

/// The configuration of a simulated session of images.
package struct ImageSetup: Sendable, Equatable {
    package var transfers: Int
    package var transfersPerHost: Int
    package var decodings: Int
    /// The number of images in memory; `nil` for no limit.
    package var memoryCount: Int?
    /// Whether the memory cache is not the loader's own.
    package var hasOtherMemory: Bool
    package var hasDisk: Bool
    /// Whether images of variants are stored.
    package var encodesVariants: Bool
    /// The number of URLs of each image.
    package var urls: Int
    package var rule: CacheRule
    /// The number of retries of a transfer, each after ten seconds.
    package var attempts: Int
    /// How the responses of each address may be cached. The address is the index; its host is one of two.
    package var policies: [ImagePolicy]
}

/// What the cache policy of the loader changes in that of HTTP.
package enum CacheRule: Sendable, CaseIterable {
    case none
    /// What is stale must be validated.
    case nothingStale
    /// What is stale is not used.
    case dropsStale
    /// A status 304 is not accepted.
    case rejectsConfirmations
}

/// How the responses of an address may be cached.
package struct ImagePolicy: Sendable, Equatable {
    package enum Rule: String, Sendable, CaseIterable {
        case none = ""
        case noStore = "no-store"
        case noCache = "no-cache"
        case mustRevalidate = "must-revalidate"
    }

    package var rule = Rule.none
    /// In seconds; `nil` for a day, the default of a loader.
    package var maxAge: Int?
    /// In seconds.
    package var staleWhileRevalidate: Int?
    /// Whether responses have an entity tag, so that they can be validated and continued.
    package var hasTag = true

    package var cacheControl: String {
        var directives = rule == .none ? [] : [rule.rawValue]
        if let maxAge { directives.append("max-age=\(maxAge)") }
        if let staleWhileRevalidate { directives.append("stale-while-revalidate=\(staleWhileRevalidate)") }
        return directives.joined(separator: ", ")
    }
}

extension ImageSetup {
    init(with random: inout SeededGenerator) {
        transfers = 1 + random.number(below: 3)
        transfersPerHost = 1 + random.number(below: 2)
        decodings = 1 + random.number(below: 2)
        memoryCount = random.chance(50) ? random.number(below: 4) : nil
        hasOtherMemory = random.chance(30)
        hasDisk = random.chance(85)
        encodesVariants = random.chance(50)
        urls = random.chance(40) ? 3 : 1
        rule = random.chance(70) ? .none : CacheRule.allCases[random.number(below: CacheRule.allCases.count)]
        attempts = random.number(below: 3)
        policies = (0..<1 + random.number(below: 5)).map { _ in ImagePolicy(with: &random) }
        // In some sessions stale images are shown while they are validated.
        if random.chance(20) {
            policies = policies.map { _ in ImagePolicy(maxAge: 0, staleWhileRevalidate: 1_000) }
        }
        // In some sessions the variants of one image are stored, expire and are validated, again and again.
        if random.chance(20) {
            policies = [ImagePolicy(maxAge: 20)]
            memoryCount = 0
            (hasDisk, encodesVariants) = (true, true)
        }
    }

    /// Simpler variants of the setup, to make the script of a failure shorter.
    var simpler: [ImageSetup] {
        var all: [ImageSetup] = []
        func offer(_ change: (inout ImageSetup) -> Void) {
            var setup = self
            change(&setup)
            all.append(setup)
        }
        if transfers < 9 { offer { $0.transfers = 9 } }
        if transfersPerHost < 9 { offer { $0.transfersPerHost = 9 } }
        if decodings < 9 { offer { $0.decodings = 9 } }
        if memoryCount != nil { offer { $0.memoryCount = nil } }
        if hasOtherMemory { offer { $0.hasOtherMemory = false } }
        if encodesVariants { offer { $0.encodesVariants = false } }
        if urls > 1 { offer { $0.urls = 1 } }
        if rule != .none { offer { $0.rule = .none } }
        if hasDisk { offer { $0.hasDisk = false } }
        if attempts > 0 { offer { $0.attempts = 0 } }
        if policies.count > 1 { offer { $0.policies.removeLast() } }
        for index in policies.indices {
            if policies[index].rule != .none { offer { $0.policies[index].rule = .none } }
            if policies[index].maxAge != nil { offer { $0.policies[index].maxAge = nil } }
            if policies[index].staleWhileRevalidate != nil {
                offer { $0.policies[index].staleWhileRevalidate = nil }
            }
        }
        return all
    }
}

extension ImagePolicy {
    fileprivate init(with random: inout SeededGenerator) {
        rule = random.chance(70) ? .none : Rule.allCases[random.number(below: Rule.allCases.count)]
        maxAge = random.chance(80) ? [0, 20, 100][random.number(below: 3)] : nil
        staleWhileRevalidate = random.chance(50) ? 50 : nil
        hasTag = random.chance(80)
    }
}
