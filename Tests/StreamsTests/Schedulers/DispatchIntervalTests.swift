import Dispatch
import Testing

@testable import Streams

/// The intervals of timers, also where `Int` has 32 bits.
struct DispatchIntervalTests {
    private static let largest = Int64(Int32.max)

    @Test(arguments: [0, 1, 2_147_483_647, 2_147_483_648, Int64.max])
    func intervalOf64BitsIsExact(nanoseconds: Int64) {
        let interval = DispatchTimeInterval(ofNanoseconds: nanoseconds, countingTo: .max)
        #expect(interval == .nanoseconds(Int(nanoseconds)))
    }

    @Test func intervalOf32BitsIsExactUpTo2Seconds() {
        #expect(interval(0) == .nanoseconds(0))
        #expect(interval(Self.largest) == .nanoseconds(Int(Int32.max)))
    }

    @Test func longerIntervalOf32BitsIsRoundedUpInTheNextUnit() {
        #expect(interval(Self.largest + 1) == .microseconds(2_147_484))
        #expect(interval(5_000_000_000) == .microseconds(5_000_000))
        #expect(interval(5_000_000_001) == .microseconds(5_000_001))
        #expect(interval(3_600 * 1_000_000_000) == .milliseconds(3_600_000))
        #expect(interval(3_600 * 1_000_000_000 + 1) == .milliseconds(3_600_001))
        #expect(interval(30 * 86_400 * 1_000_000_000) == .seconds(2_592_000))
        #expect(interval(30 * 86_400 * 1_000_000_000 + 1) == .seconds(2_592_001))
    }

    @Test func longestIntervalOf32BitsDoesNotOverflow() {
        #expect(interval(.max) == .seconds(Int(Int32.max)))
    }

    @Test func intervalOf32BitsIsNeverShorter() {
        var nanoseconds: Int64 = 1
        while nanoseconds < Self.largest * 1_000_000_000 {
            for delay in [nanoseconds - 1, nanoseconds, nanoseconds + 1] {
                #expect(Seconds(interval(delay)).duration >= .nanoseconds(delay), "\(delay) ns")
            }
            nanoseconds *= 2
        }
    }

    @Test func durationIsClampedToNanoseconds() {
        #expect(Duration.seconds(-1).clampedNanoseconds == 0)
        #expect(Duration.seconds(3).clampedNanoseconds == 3_000_000_000)
        #expect((Duration.seconds(3) + .nanoseconds(7)).clampedNanoseconds == 3_000_000_007)
        #expect(Duration.seconds(Int64.max).clampedNanoseconds == .max)
        // Its seconds are no `Int64`.
        #expect((Duration.seconds(Int64.max) * 2).clampedNanoseconds == .max)
        #expect(Duration.seconds(9_223_372_035).clampedNanoseconds == 9_223_372_035_000_000_000)
    }

    private func interval(_ nanoseconds: Int64) -> DispatchTimeInterval {
        DispatchTimeInterval(ofNanoseconds: nanoseconds, countingTo: Self.largest)
    }
}
