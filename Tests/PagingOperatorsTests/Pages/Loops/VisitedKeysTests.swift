import SeededRandom
import Testing

@testable import PagingOperators

struct VisitedKeysTests {
    /// Walks keys that end in a circle.
    ///
    /// - Returns: The number of steps until a key is found again.
    private func steps(tail: Int, circle: Int) -> Int {
        var visited = VisitedKeys<Int>()
        for step in 0... {
            let place = step < tail ? step : tail + (step - tail) % circle
            if visited.contains(place) { return step }
            visited.insert(place)
        }
        return 0
    }

    @Test func shortCircleIsFoundAtTheFirstRepetition() {
        var random = SeededGenerator(seed: Seeds.makeOne())
        for _ in 0..<200 {
            let tail = random.number(below: 50)
            let circle = 1 + random.number(below: 50)
            #expect(steps(tail: tail, circle: circle) == tail + circle, "FLUX_SEED=\(random.seed)")
        }
    }

    @Test func circleBeyondTheRememberedKeysIsFound() {
        let limit = VisitedKeys<Int>.limit
        for (tail, circle) in [(limit + 10, 1), (limit + 1000, 7), (limit + 3, 1000), (0, limit * 2)] {
            #expect(steps(tail: tail, circle: circle) <= tail + 4 * circle + limit, "\(tail) \(circle)")
        }
    }

    /// A key that is hashed by one of its parts only, as is legal.
    private struct Cursor: Hashable {
        let day: Int
        let id: Int

        func hash(into hasher: inout Hasher) { hasher.combine(day) }
    }

    @Test func keysWithEqualHashesAreDifferentKeys() {
        var visited = VisitedKeys<Cursor>()
        visited.insert(Cursor(day: 1, id: 1))
        #expect(!visited.contains(Cursor(day: 1, id: 2)))
        #expect(visited.contains(Cursor(day: 1, id: 1)))
    }
}
