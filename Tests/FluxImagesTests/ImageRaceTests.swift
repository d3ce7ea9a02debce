import Dispatch
import FluxImages
import Foundation
import LoadingTestSupport
import Streams
import Testing

/// Many concurrent threads: checks what holds in every order.
struct ImageRaceTests {
    private let requests = (0..<3).map { ImageRequest(url: URL.image.appending(path: "\($0)")) }

    @Test func remainingSubscribersGetTheImageWhileOthersCancel() {
        let answers = DispatchQueue(label: "answers", attributes: .concurrent)
        let source = ScriptedDataLoader { load in answers.async { load.finish("cat") } }
        for _ in 0..<30 {
            let loader = ImageLoader.scripted(source, decodingOn: answers)
            let staying = Locked<[StateProbe]>([])
            let leaving = Locked<[StateProbe]>([])
            DispatchQueue.concurrentPerform(iterations: 8) { thread in
                for step in 0..<12 {
                    let probe = StateProbe(loader.image(for: requests[step % 3]))
                    if (thread + step).isMultiple(of: 3) {
                        staying.withLock { $0.append(probe) }
                    } else {
                        probe.cancel()
                        leaving.withLock { $0.append(probe) }
                    }
                }
            }
            settle(answers)
            for probe in staying.exchange([]) {
                #expect(probe.lines.last == "finished")
                #expect(probe.states.filter { !$0.isLoading }.count == 1)
            }
            for probe in leaving.exchange([]) { #expect(probe.states.filter { !$0.isLoading }.count <= 1) }
        }
    }

    /// Waits until every answer has been sent, and the work that it caused is done.
    private func settle(_ queue: DispatchQueue) {
        for _ in 0..<3 { queue.sync(flags: .barrier) {} }
    }

    @Test func requestsFromManyThreadsAreCountedExactly() {
        let source = ScriptedDataLoader()
        let loader = ImageLoader.scripted(source)
        let probe = StateProbe(loader.image(for: requests[0]), demand: .none)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<10 { probe.request(1) }
        }
        #expect(source.loads.count == 1)
        for _ in 0..<100 { source.loads[0].send("a") }
        #expect(probe.lines.count == 80)
        source.loads[0].finish()
        #expect(probe.lines.count == 80)
        probe.request(1)
        #expect(probe.lines.count == 82)
    }
}
