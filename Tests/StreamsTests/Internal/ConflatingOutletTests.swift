import Testing

@testable import Streams

@Suite struct ConflatingOutletTests {
    @Test func valueWaitsForDemand() {
        var outlet = ConflatingOutlet<[Int]>()
        outlet.offer([1], merging: +)
        #expect(outlet.next() == nil)
        #expect(!outlet.isEmpty)
        outlet.request(.max(1))
        #expect(outlet.next() == [1])
        #expect(outlet.isEmpty)
    }

    @Test func newerValueIsMergedWithTheOneThatWaits() {
        var outlet = ConflatingOutlet<[Int]>(demand: .max(2))
        for value in 1...3 { outlet.offer([value], merging: +) }
        #expect(outlet.next() == [1, 2, 3])
        outlet.offer([4], merging: +)
        #expect(outlet.next() == [4])
    }

    @Test func eachValueTakesOneOfTheDemand() {
        var outlet = ConflatingOutlet<[Int]>(demand: .max(1))
        outlet.request(.max(1))
        var delivered = 0
        for _ in 0..<4 {
            outlet.offer([0], merging: +)
            if outlet.next() != nil { delivered += 1 }
        }
        #expect(delivered == 2)
    }
}
