import LoadingTestSupport
import Streams
import Testing

@testable import FluxImages

/// The subscription with a fetch that the test reports.
struct ImageSubscriptionTests {
    private final class Screen: Subscriber, Sendable {
        let lines = Locked<[String]>([])
        let subscription = SubscriptionLink()

        func receive(subscription: any Subscription) { self.subscription.attach(subscription) }

        func receive(_ input: ImageState<Picture>) -> Subscribers.Demand {
            lines.withLock { $0.append(input.line) }
            return .none
        }

        func receive(completion: Subscribers.Completion<Never>) { lines.withLock { $0.append("finish") } }

        func takeLines() -> [String] { lines.exchange([]) }
    }

    private let screen = Screen()

    private func subscription() -> ImageSubscription {
        let states = ImageLoader.scripted(ScriptedDataLoader()).image(for: ImageRequest(url: .image))
        let subscription = states.makeSubscription(for: screen)
        screen.receive(subscription: subscription)
        return subscription
    }

    private func loaded(_ name: String) -> TypedImageState<Picture> {
        TypedImageState(.loaded(Picture(name), from: .network))
    }

    @Test func progressAtTheStartDoesNotReplaceNewerProgress() {
        let subscription = subscription()
        subscription.advance(to: ImageProgress(received: 2))
        subscription.follow(from: ImageProgress(received: 1), hold: AnyCancellable {})
        screen.subscription.request(.max(1))
        #expect(screen.takeLines() == ["loading 2/?"])
        subscription.follow(from: ImageProgress(received: 1), hold: AnyCancellable {})
        screen.subscription.request(.unlimited)
        #expect(screen.takeLines().isEmpty)
    }

    @Test func finalStateIsNotReplaced() {
        let subscription = subscription()
        subscription.finish(with: loaded("cat"))
        subscription.advance(to: ImageProgress(received: 1))
        subscription.finish(with: loaded("dog"))
        subscription.follow(from: ImageProgress(), hold: AnyCancellable {})
        screen.subscription.request(.unlimited)
        subscription.advance(to: ImageProgress(received: 1))
        #expect(screen.takeLines() == ["loaded cat from network", "finish"])
    }

    /// The thread that shows it was slower.
    @Test func olderImageDoesNotReplaceANewerOne() {
        let subscription = subscription()
        subscription.show(loaded("dog"), number: 2)
        subscription.show(loaded("cat"), number: 1)
        screen.subscription.request(.unlimited)
        subscription.show(loaded("cat"), number: 1)
        subscription.show(loaded("mouse"), number: 3)
        subscription.finish(with: nil)
        #expect(screen.takeLines() == ["loaded dog from network", "loaded mouse from network", "finish"])
    }

    @Test func finalStateNeedsDemandAndTheCompletionDoesNot() {
        let subscription = subscription()
        subscription.finish(with: loaded("cat"))
        #expect(screen.takeLines().isEmpty)
        screen.subscription.request(.max(1))
        #expect(screen.takeLines() == ["loaded cat from network", "finish"])
    }

    @Test func cancellationStopsTheFetchAlsoIfItIsAddedLater() {
        let subscription = subscription()
        let stops = Locked(0)
        screen.subscription.cancel()
        subscription.follow(from: ImageProgress(), hold: AnyCancellable { stops.withLock { $0 += 1 } })
        subscription.finish(with: loaded("cat"))
        #expect(stops.withLock { $0 } == 1)
        #expect(screen.takeLines().isEmpty)
    }
}
