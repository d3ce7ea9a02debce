import PagingSimulation
import TestSupport
import Testing

@Suite(.patient) struct EngineSimulationTests {
    /// Random signals, answers in any order, late ones, failures, edits and restarts: the rows are those of
    /// the loaded pages, each event has the effect that the rules give it, rows in view stay, and scrolling
    /// shows every row once, in order. `Simulate` runs more.
    @Test(arguments: 1...2)
    func engineFollowsTheRules(half: Int) async {
        for seed in Seeds.make(400) {
            // Tests with servers wait for threads.
            await Task.yield()
            if let failure = Simulation.failure(ofSeed: seed) {
                Issue.record("FLUX_SEED=\(seed): \(failure)")
                return
            }
        }
    }

    /// Screens that answer each state, with every way to report what is in view and windows down to one row:
    /// for each gesture the list comes to rest, loads no page twice, and keeps the rows in view.
    @Test(arguments: 1...2)
    func viewersComeToRest(half: Int) async {
        for seed in Seeds.make(600) {
            // Tests with servers wait for threads.
            await Task.yield()
            if let failure = ViewerSimulation.failure(ofSeed: seed) {
                Issue.record("FLUX_SEED=\(seed): \(failure)")
                return
            }
        }
    }

    /// Screens with smaller windows, in which a page was removed and loaded again:
    ///
    /// - a reload inserted rows above the first one of a list that reports its scroll position;
    /// - a separator was added below a list that had not filled the screen;
    /// - a jump page by page counted the rows of a page that was removed, not its items;
    /// - the reported row, of several in view, moved away with a reload.
    ///
    /// Two others: one without a window jumped to a row of the page that was loaded, whose items are hidden;
    /// one of two rows was scrolled to a page that had been removed, and counted as high as the list. And one
    /// in which another source had the same placeholders in view, of which a screen reports none again.
    @Test(arguments: [
        7_241_130_529_637, 7_341_138_304_995, 7_341_138_617_938, 8_441_138_508_471, 1_810_165_793,
        3_297_723_666, 3_302_156_964,
    ])
    func viewerWithAnEarlierFaultComesToRest(seed: UInt64) {
        let failure = ViewerSimulation.failure(ofSeed: seed)
        #expect(failure == nil)
    }

    /// Its page is that of a refresh that is running. Both fail, and another jump replaces that one: the
    /// refresh is due again.
    @Test(arguments: [3_272_272_157])
    func refreshIsRepeatedAfterAJumpThatHasSharedItsLoad(seed: UInt64) {
        let failure = Simulation.failure(ofSeed: seed)
        #expect(failure == nil)
    }
}
