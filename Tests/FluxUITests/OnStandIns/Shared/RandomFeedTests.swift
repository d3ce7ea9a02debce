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

    /// All views show the same sessions.
    private static let feeds = Seeds.make(250).map { RandomFeeds.Sessions(seed: $0) }

    @Test(arguments: View.allCases) func viewShowsRandomFeedsWithoutAJump(view: View) {
        for sessions in Self.feeds {
            if let problem = RandomFeeds.problem(on: view.screen, in: sessions) {
                Issue.record("FLUX_SEED=\(sessions.seed), \(view): \(problem)")
                return
            }
        }
    }
}
