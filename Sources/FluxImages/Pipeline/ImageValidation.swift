import Streams

/// Observes a fetch in place of its last subscriber, which has shown a stale image: the validation ends for
/// those that follow (RFC 5861 §3), and its image replaces the stale one in memory and on disk.
final class ImageValidation: FetchObserver {
    let request: ImageRequest

    init(of request: ImageRequest) {
        self.request = request
    }

    var use: ImageUse { .memory }

    func follow(from progress: ImageProgress, hold: any Cancellable) {}

    func advance(to progress: ImageProgress) {}

    func preview(_ preview: AnyImageState, number: Int) {}

    func show(_ state: AnyImageState, number: Int) {}

    func finish(with state: AnyImageState?) {}
}
