import PagingSimulation
import TestSupport
import Testing

@Suite(.patient) struct ImageSimulationTests {
    /// Requests, cancellations, priorities, prefetches, faults, retries, expiry, validation, variants on
    /// disk, processors, URLs that are refused, other policies and memory caches, and a disk that loses its
    /// files, in any order: the pipeline does what the reference does, and leaves nothing behind.
    /// `Simulate --images` runs more.
    @Test(arguments: 1...2)
    func pipelineMatchesTheReference(half: Int) async {
        for seed in Seeds.make(60) {
            // Tests with servers wait for threads.
            await Task.yield()
            if let failure = ImageSimulation.failure(ofSeed: seed) {
                Issue.record("FLUX_SEED=\(seed): \(failure)")
                return
            }
        }
    }

    /// A way to break the rules.
    enum Deviation: CaseIterable {
        case transfers, transfersPerHost, decodings, memory, disk, attempts, maxAge, staleness, rule, tags
        case encodedVariants, urls, cacheRule

        func callAsFunction(_ setup: ImageSetup) -> ImageSetup {
            var setup = setup
            switch self {
            case .transfers: setup.transfers += 1
            case .transfersPerHost: setup.transfersPerHost += 1
            case .decodings: setup.decodings += 1
            case .memory: setup.memoryCount = setup.memoryCount.map { $0 + 1 }
            case .disk: setup.hasDisk.toggle()
            case .attempts: setup.attempts += 1
            case .maxAge: changePolicies { $0.maxAge = ($0.maxAge ?? 0) + 40 }
            case .staleness:
                changePolicies { $0.staleWhileRevalidate = $0.staleWhileRevalidate == nil ? 50 : nil }
            case .rule: changePolicies { $0.rule = $0.rule == .none ? .noStore : .none }
            case .encodedVariants: setup.encodesVariants.toggle()
            case .urls: setup.urls = 1
            case .cacheRule: setup.rule = setup.rule == .none ? .dropsStale : .none
            case .tags: changePolicies { $0.hasTag.toggle() }
            }
            func changePolicies(_ change: (inout ImagePolicy) -> Void) {
                for index in setup.policies.indices { change(&setup.policies[index]) }
            }
            return setup
        }
    }

    @Test(arguments: Deviation.allCases)
    func wrongPipelineIsDetectedByAShortScript(deviation: Deviation) throws {
        let longScripts = (0..<2000 as Range<UInt64>).lazy.filter { seed in
            let script = ImageScript(seed: seed)
            return script.steps.count > 20 && deviation(script.setup) != script.setup
        }
        let failures = longScripts.compactMap { seed in
            ImageSimulation.failure(ofSeed: seed) { deviation($0) }
        }
        let failure = try #require(failures.first { _ in true })
        #expect(failure.script.steps.count <= 15)
        #expect(failure.description.contains("seed \(failure.seed)"))
    }

    @Test func seedAlwaysGivesTheSameScript() {
        let scripts = (1...20 as ClosedRange<UInt64>).map { ImageScript(seed: $0).description }
        #expect(scripts == (1...20 as ClosedRange<UInt64>).map { ImageScript(seed: $0).description })
        #expect(Set(scripts).count == 20)
    }
}
