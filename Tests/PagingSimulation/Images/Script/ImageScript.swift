import FluxImages
import PagingOperators
import SeededRandom

/// A session of images to be simulated.
package struct ImageScript: ShrinkableScript {
    package var setup: ImageSetup
    package var steps: [ImageStep]

    package init(setup: ImageSetup, steps: [ImageStep]) {
        self.setup = setup
        self.steps = steps
    }

    package var simplerSetups: [ImageSetup] { setup.simpler }

    /// Draws a script.
    package init(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        setup = ImageSetup(with: &random)
        steps = []
        // In some sessions more is requested than can be loaded.
        let requestChance = random.chance(50) ? 30 : 10
        for _ in 0..<10 + random.number(below: 60) {
            if random.chance(15) {
                steps.append(Self.makeListStep(in: setup, &random))
                continue
            }
            steps.append(
                random.chance(requestChance)
                    ? .join(setup.makeRequest(&random), Self.makePriority(&random))
                    : Self.makeStep(in: setup, &random))
        }
    }
}

extension ImageScript {
    private static func makeStep(in setup: ImageSetup, _ random: inout SeededGenerator) -> ImageStep {
        switch random.number(below: 100) {
        case 0..<8: return .leave(row: random.number(below: 10))
        case 8..<16: return .promote(row: random.number(below: 10), makePriority(&random))
        case 16..<22: return .prefetch(setup.makeRequest(&random), toDisk: random.chance(60))
        case 22..<24: return .stopPrefetch(setup.makeRequest(&random), toDisk: random.chance(60))
        case 24..<40: return .lookUp
        case 40..<56: return .decode
        case 56..<60: return .respond(transfer: random.number(below: 5))
        case 60..<66: return .send(transfer: random.number(below: 5))
        case 66..<78: return .finish(transfer: random.number(below: 5))
        case 78..<85:
            let fault = ImageFault.allCases[random.number(below: ImageFault.allCases.count)]
            return .fail(transfer: random.number(below: 5), fault)
        case 85..<92: return .pass(seconds: [1, 10, 30, 60, 120][random.number(below: 5)])
        case 92..<94: return .change(address: random.number(below: setup.policies.count))
        case 94: return .deleteFolder
        case 95: return .damage(setup.makeRequest(&random))
        case 96..<99: return .trimMemory(count: random.number(below: 3))
        default: return .forget(setup.makeRequest(&random))
        }
    }

    /// A step of the list.
    private static func makeListStep(in setup: ImageSetup, _ random: inout SeededGenerator) -> ImageStep {
        let row = random.number(below: 12)
        switch random.number(below: 10) {
        case 0..<6: return .joinInList(setup.makeRequest(&random), row: row)
        case 6..<9: return .scroll(to: row..<row + 1 + random.number(below: 4), isForward: random.chance(60))
        default: return .renumber(row: random.number(below: 10), to: row)
        }
    }

    private static func makePriority(_ random: inout SeededGenerator) -> ImagePriority {
        ImagePriority.allCases[random.number(below: ImagePriority.allCases.count)]
    }
}

extension ImageSetup {
    fileprivate func makeRequest(_ random: inout SeededGenerator) -> SimulatedRequest {
        var request = SimulatedRequest(address: random.number(below: policies.count))
        if random.chance(40) { request.variant = random.chance(70) ? .small : .tiny }
        if random.chance(25) { request.processing = random.chance(80) ? .round : .unknown }
        request.url = random.number(below: urls)
        return request
    }
}

extension ImageScript {
    package var description: String {
        "\(setup)" + steps.map { "\n  \($0)" }.joined()
    }
}
