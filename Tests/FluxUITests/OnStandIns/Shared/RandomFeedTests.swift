import SeededRandom
import Testing

/// The random lists of the simulation in the views of UIKit and AppKit: no exception, no wrong cell, and no
/// jump.
@MainActor
struct RandomFeedTests {
    /// A view that shows the states of a feed.
    enum View: CaseIterable {
        case table, collection, diffableTable, diffableRows, diffableCollection

        @MainActor var screen: any ListScreen.Type {
            switch self {
            case .table: TableFeedScreen.self
            case .collection: CollectionFeedScreen.self
            case .diffableTable: DiffableTableScreen.self
            case .diffableRows: DiffableRowScreen.self
            case .diffableCollection: DiffableCollectionScreen.self
            }
        }
    }

    @Test(arguments: View.allCases) func viewShowsRandomFeedsWithoutAJump(view: View) {
        for seed in Seeds.make(250) {
            if let problem = RandomFeeds.problem(on: view.screen, seed: seed) {
                Issue.record("FLUX_SEED=\(seed), \(view): \(problem)")
                return
            }
        }
    }
}
