import Flux
import FluxTesting
import TestSupport
import Testing

/// Random sessions of a model: whatever happens, rows are found by their identity.
@MainActor
@Suite(.patient) struct RandomModelTests {
    private struct Post: Identifiable, Equatable, Sendable {
        let id: Int
        var likes = 0
    }

    /// A model of a list that changes, moves and repeats its posts.
    private struct Session {
        var random: SeededGenerator
        let clock = VirtualTimeScheduler()
        let pages: TestPages<Int, Post>
        let edits = FeedEdits<Post, Int> { $0.id }
        let model: PagingModel<Post>
        private let counts: TestCounts

        @MainActor
        init(seed: UInt64) {
            var random = SeededGenerator(seed: seed)
            counts = random.chance(50) ? .exact : .none
            pages = TestPages(
                (0..<150).map { Post(id: $0) }, perPage: 3 + random.number(below: 12),
                overlap: random.number(below: 3), counts: counts,
                delay: random.chance(30) ? .zero : .milliseconds(100), scheduler: clock)
            let rules = PagingRules(
                threshold: random.number(below: 6), maxRows: random.chance(50) ? 40 : nil,
                showsPlaceholders: counts == .exact, jumpThreshold: random.chance(30) ? 20 : nil)
            let start = random.chance(30) ? 4 : nil
            model = PagingModel { [pages, edits] signals in
                signals.paginate(rules, from: pages, startingAt: start).dedupe(by: \.id).edits(edits)
            }
            self.random = random
        }

        @MainActor
        mutating func step() {
            switch random.number(below: 12) {
            case 0: model.loadMore()
            case 1: model.loadPrevious()
            case 2, 3: model.shown(row: random.number(below: model.rows.count + 1))
            case 4: model.jump(toRow: random.number(below: 160))
            case 5: pages.invalidate()
            case 6: model.send(.refresh)
            case 7: random.chance(20) ? model.reset() : model.cancel()
            case 8: edit()
            case 9: replacePosts()
            default: clock.advance(by: .milliseconds(random.number(below: 200)))
            }
        }

        @MainActor
        private mutating func edit() {
            guard !model.items.isEmpty else { return }
            let id = model.items[random.number(below: model.items.count)].id
            switch random.number(below: 4) {
            case 0: edits.update(id) { $0.likes += 1 }
            case 1: edits.remove(id)
            case 2: edits.insert(Post(id: 1000 + random.number(below: 1000)), at: .after(id))
            default: edits.move(id, to: .before(model.items[0].id))
            }
        }

        private mutating func replacePosts() {
            var posts = (random.number(below: 20)..<150).map { Post(id: $0) }
            for _ in 0..<random.number(below: 8) {
                posts.swapAt(random.number(below: posts.count), random.number(below: posts.count))
            }
            pages.replace(posts, perPage: 3 + random.number(below: 12), counts: counts)
        }
    }

    @Test(arguments: Seeds.make(40))
    func rowsAreFoundByTheirIdentity(seed: UInt64) {
        var session = Session(seed: seed)
        let model = session.model
        model.loadInitial()
        for step in 0..<60 {
            session.step()
            let wrong = model.rows.first { row in
                row.item.map { model.row(ofID: $0.id) != row.number } ?? false
            }
            #expect(wrong == nil, "FLUX_SEED=\(seed), after step \(step)")
            #expect(model.row(ofID: -1) == nil)
        }
        #expect(model.items == model.state.items)
    }
}
