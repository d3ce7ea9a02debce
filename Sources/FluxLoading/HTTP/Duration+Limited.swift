import Foundation

extension Duration {
    /// A century: longer times make no difference, and overflow where they are added.
    static let century = Duration.seconds(3_155_760_000 as Int64)

    /// Makes a duration from seconds: at most a century, and zero if they are negative or not a number.
    static func limitedSeconds(_ seconds: TimeInterval) -> Duration {
        .seconds(min(max(0, seconds), century / .seconds(1)))
    }
}
