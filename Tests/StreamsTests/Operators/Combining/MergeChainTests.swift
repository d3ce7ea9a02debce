import Streams
import TestSupport
import Testing

/// A merge of a merge is one merge, up to eight, as in Combine.
@Suite struct MergeChainTests {
    private typealias J = Just<Int>
    private let numbers = (0...8).map { Just($0) }

    @Test func chainedMergesGrow() {
        let n = numbers
        let two = n[1].merge(with: n[2])
        let three: Publishers.Merge3<J, J, J> = two.merge(with: n[3])
        let four: Publishers.Merge4<J, J, J, J> = three.merge(with: n[4])
        let five: Publishers.Merge5<J, J, J, J, J> = four.merge(with: n[5])
        let six: Publishers.Merge6<J, J, J, J, J, J> = five.merge(with: n[6])
        let seven: Publishers.Merge7<J, J, J, J, J, J, J> = six.merge(with: n[7])
        let eight: Publishers.Merge8<J, J, J, J, J, J, J, J> = seven.merge(with: n[8])
        #expect(eight == n[1].merge(with: n[2], n[3], n[4], n[5], n[6], n[7], n[8]))
        #expect(eight.probe().values == Array(1...8))
    }

    @Test func mergesOfSeveralGrow() {
        let n = numbers
        let two = n[1].merge(with: n[2])
        #expect(two.merge(with: n[3], n[4]) == n[1].merge(with: n[2], n[3], n[4]))
        #expect(two.merge(with: n[3], n[4], n[5]) == n[1].merge(with: n[2], n[3], n[4], n[5]))
        #expect(
            two.merge(with: n[3], n[4], n[5], n[6], n[7], n[8])
                == two.merge(with: n[3], n[4], n[5]).merge(with: n[6], n[7], n[8]))
        let five = two.merge(with: n[3], n[4], n[5])
        #expect(five.merge(with: n[6], n[7]).probe().values == Array(1...7))
    }

    @Test func eachWidthSendsTheValuesOfAll() {
        let n = numbers
        #expect(n[1].merge(with: n[2]).probe().values == Array(1...2))
        #expect(n[1].merge(with: n[2], n[3]).probe().values == Array(1...3))
        #expect(n[1].merge(with: n[2], n[3], n[4]).probe().values == Array(1...4))
        #expect(n[1].merge(with: n[2], n[3], n[4], n[5]).probe().values == Array(1...5))
        #expect(n[1].merge(with: n[2], n[3], n[4], n[5], n[6]).probe().values == Array(1...6))
        #expect(n[1].merge(with: n[2], n[3], n[4], n[5], n[6], n[7]).probe().values == Array(1...7))
    }

    @Test func mergeManyTakesOneMore() {
        let all: Publishers.MergeMany<J> = numbers.merged().merge(with: Just(9))
        #expect(all.probe().values == Array(0...9))
    }

    @Test func mergeOfEightIsMergedAsAWhole() {
        let n = numbers
        let eight = n[1].merge(with: n[2], n[3], n[4], n[5], n[6], n[7], n[8])
        #expect(eight.merge(with: n[0]).probe().values == Array(1...8) + [0])
    }
}
