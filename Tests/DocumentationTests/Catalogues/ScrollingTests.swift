// snippet: begin
import Flux
import FluxTesting
import Testing

@Test func slowScrollingNeverShowsALoadingRow() throws {
    let clock = VirtualTimeScheduler()
    let pages = TestPages(Array(0..<100), perPage: 20, delay: .milliseconds(300), scheduler: clock)
    let list = ListSimulator(viewport: 10, scheduler: clock) { signals in
        signals.paginate(threshold: 5, from: pages)
    }
    list.runUntilIdle()
    list.scroll(by: 60, over: .seconds(6))
    #expect(list.stalled(by: .bottom) == .zero)
    try list.checkChanges()
}
// snippet: end
