import Foundation
import Streams
import TestSupport
import Testing

@Suite struct DemandTests {
    typealias Demand = Subscribers.Demand

    @Test func sumThatOverflowsIsUnlimited() {
        #expect(Demand.max(.max - 1) + .max(1) == .unlimited)
        #expect(Demand.max(.max - 1) + .max(.max - 1) == .unlimited)
        #expect(Demand.max(.max - 1) + 5 == .unlimited)
        #expect(Demand.max(.max / 2 + 1) * 2 == .unlimited)
    }

    @Test func unlimitedStaysUnlimited() {
        #expect(Demand.unlimited + .max(1) == .unlimited)
        #expect(Demand.unlimited - .max(1) == .unlimited)
        #expect(Demand.unlimited - .unlimited == .unlimited)
        #expect(Demand.unlimited - 100 == .unlimited)
        #expect(Demand.unlimited * 3 == .unlimited)
        #expect(Demand.unlimited * 0 == .unlimited)
    }

    @Test func differenceBelowZeroIsNone() {
        #expect(Demand.max(1) - .max(2) == .none)
        #expect(Demand.max(1) - .unlimited == .none)
        #expect(Demand.max(1) + (-2) == .none)
        #expect(Demand.max(1) - 2 == .none)
    }

    @Test func countsAddUp() {
        var demand = Demand.max(2)
        demand += .max(3)
        demand += 1
        demand -= 2
        demand -= .max(1)
        demand *= 4
        #expect(demand == .max(12))
        #expect(demand - (-1) == .max(13))
        #expect(demand * 0 == .none)
    }

    @Test func extremeCountsDoNotTrap() {
        #expect(Demand.max(3) + Int.min == .none)
        #expect(Demand.max(3) - Int.min == .unlimited)
        #expect(Demand.max(.max) == .unlimited)
    }

    @Test func unlimitedIsMoreThanAnyCount() {
        #expect(Demand.unlimited > .max(.max - 1))
        #expect(Demand.unlimited > Int.max)
        #expect(!(Demand.unlimited < Int.max))
        #expect(!(Demand.unlimited == Int.max))
        #expect(Demand.max(3) < .max(4))
        #expect(Demand.max(3) <= 3 && Demand.max(3) >= 3 && Demand.max(3) == 3)
        #expect(Demand.max(3) < 4 && Demand.max(3) > 2)
    }

    /// The operators as functions: `==` of `AnyHashable` fits as well.
    @Test func demandsAreComparedWithNumbersByFunctions() {
        let (demands, numbers) = ([Demand.max(1), .max(2)], [1, 2])
        #expect(demands.elementsEqual(numbers, by: ==))
        #expect(numbers.elementsEqual(demands, by: ==))
        #expect(!zip(demands, numbers).contains(where: !=))
        #expect(zip(demands, numbers).allSatisfy(<=))
        #expect(!zip(numbers, demands).contains(where: >))
    }

    @Test func descriptionHasTheCount() {
        #expect(Demand.max(3).max == 3)
        #expect(Demand.none.max == 0)
        #expect(Demand.unlimited.max == nil)
        #expect("\(Demand.max(3)) \(Demand.unlimited)" == "max(3) unlimited")
    }

    @Test(arguments: [Demand.none, .max(7), .unlimited])
    func demandIsCodable(demand: Demand) throws {
        let data = try JSONEncoder().encode([demand])
        #expect(try JSONDecoder().decode([Demand].self, from: data) == [demand])
    }

    @Test(.prompt) func negativeDemandTraps() async {
        await #expect(processExitsWith: .failure) { _ = Subscribers.Demand.max(-1) }
    }
}
