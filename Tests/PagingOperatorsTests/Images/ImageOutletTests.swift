import Testing

@testable import PagingOperators

struct ImageOutletTests {
    private func outlet() -> ImageOutlet<Picture, Int> {
        ImageOutlet(loader: .scripted(ScriptedDataLoader()), downstream: 0, demand: .unlimited)
    }

    private func line(_ delivery: ImageOutlet<Picture, Int>.Delivery?) -> String {
        switch delivery {
        case .loading(let progress, _): "loading \(progress.received)"
        case .outcome(let state, _): state.line
        case .finish: "finish"
        case nil: "nothing"
        }
    }

    @Test func progressAtTheStartDoesNotReplaceNewerProgress() {
        var outlet = outlet()
        outlet.offer(ImageProgress(received: 2))
        outlet.follow(from: ImageProgress(received: 1)) {}
        #expect(line(outlet.next()) == "loading 2")
        outlet.follow(from: ImageProgress(received: 1)) {}
        #expect(line(outlet.next()) == "nothing")
    }

    @Test func finalStateIsNotReplaced() {
        var outlet = outlet()
        outlet.offer(.loaded(Picture("cat"), from: .network))
        outlet.offer(ImageProgress(received: 1))
        outlet.offer(.loaded(Picture("dog"), from: .network))
        outlet.follow(from: ImageProgress()) {}
        #expect(line(outlet.next()) == "loaded cat from network")
        outlet.offer(ImageProgress(received: 1))
        #expect(line(outlet.next()) == "finish")
    }

    @Test func finalStateNeedsDemandAndTheCompletionDoesNot() {
        var outlet = outlet()
        outlet.demand = .none
        outlet.offer(.loaded(Picture("cat"), from: .network))
        #expect(line(outlet.next()) == "nothing")
        outlet.demand = .max(1)
        #expect(line(outlet.next()) == "loaded cat from network")
        #expect(line(outlet.next()) == "finish")
    }
}
