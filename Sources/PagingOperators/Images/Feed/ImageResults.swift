import Streams

/// Collects the results of image loads until the engine handles them, so that those which arrive while a
/// state is being delivered make one state.
final class ImageResults<Image: Sendable>: Sendable {
    /// A result of a load.
    enum Result: Sendable {
        case state(ImageState<Image>)
        /// No state follows.
        case end
    }

    typealias Entry = (id: ImageLoadID, result: Result)

    private let entries = Locked<[Entry]>([])

    /// - Returns: Whether it is the first since the last ``takeAll()``.
    func append(_ result: Result, of id: ImageLoadID) -> Bool {
        entries.withLock { entries in
            entries.append((id, result))
            return entries.count == 1
        }
    }

    func takeAll() -> [Entry] { entries.exchange([]) }
}
