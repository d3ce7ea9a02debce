import FluxImages
import Streams

/// Collects the results of image loads until the engine handles them, so that those which arrive while a
/// state is being delivered make one state.
@usableFromInline
final class ImageResults<Image: Sendable>: Sendable {
    /// A result of a load.
    @usableFromInline
    enum Result: Sendable {
        case state(ImageState<Image>)
        /// No state follows.
        case end
    }

    @usableFromInline
    typealias Entry = (id: ImageLoadID, result: Result)

    @usableFromInline let entries = Locked<[Entry]>([])

    @inlinable
    init() {}

    /// - Returns: Whether it is the first since the last ``takeAll()``.
    @inlinable
    func append(_ result: Result, of id: ImageLoadID) -> Bool {
        entries.withLock { entries in
            entries.append((id, result))
            return entries.count == 1
        }
    }

    @inlinable
    func takeAll() -> [Entry] { entries.exchange([]) }
}
