import Foundation

extension Benchmark {
    /// A list that scrolls past a number of rows a second while 62 images a second can be loaded: the
    /// percentage of the time in view in which rows have no image, against the best schedule there is. In
    /// virtual time.
    static func imageScroll(rowsPerSecond: Int) -> Benchmark {
        let plan = ScrollPlan(rowsPerSecond: Double(rowsPerSecond))
        func percent(_ order: ScrollPlan.Order) -> String { String(format: "%.1f", 100 * plan.share(order)) }
        return Benchmark(
            name: "image-scroll-\(rowsPerSecond)",
            baselineName:
                "the ideal schedule (FIFO \(percent(.firstInFirstOut)), LIFO \(percent(.lastInFirstOut)))",
            elements: plan.rows, quantity: .share
        ) { _ in
            Sides(
                subject: { 0 }, baseline: { 0 },
                shares: ({ plan.shareWithoutImage(ScrollRun(plan).play()) }, { plan.idealShare() }))
        }
    }
}
