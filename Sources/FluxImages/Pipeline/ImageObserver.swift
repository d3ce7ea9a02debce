import Streams

/// Observes a fetch, of images of any type.
@usableFromInline
protocol FetchObserver: AnyObject, Sendable {
    /// The request of the observer. Its URL may differ from that of the fetch.
    var request: ImageRequest { get }

    /// A priority that may change, in place of a constant one. Followed while the observer has a place in a
    /// fetch.
    var livePriority: LiveImagePriority? { get }

    /// What the observer needs of the image.
    var use: ImageUse { get }

    /// The observer was added to a fetch, the first one or one that replaces it.
    ///
    /// - Parameters:
    ///   - progress: The progress of the fetch at that time; later progress may have been reported already.
    ///   - hold: Removes the observer from the fetch. To be cancelled once the image is not needed any more.
    func follow(from progress: ImageProgress, hold: any Cancellable)

    /// The fetch has received more. Called serially, before the end.
    func advance(to progress: ImageProgress)

    /// A preview is to be shown while the rest of the image is loaded.
    ///
    /// - Parameters:
    ///   - preview: The preview.
    ///   - number: Increases with each preview: those of lower numbers than one that is shown are ignored.
    func preview(_ preview: AnyImageState, number: Int)

    /// A stale image is to be shown while it is validated. Ignored after ``finish(with:)``. Several threads
    /// may call it at the same time.
    ///
    /// - Parameters:
    ///   - state: The state.
    ///   - number: Increases with each image: those of lower numbers than one that is shown are ignored.
    func show(_ state: AnyImageState, number: Int)

    /// The fetch has ended. Called once.
    ///
    /// - Parameter state: The last state; `nil` if the image that is shown is the last one.
    func finish(with state: AnyImageState?)
}

/// What an observer needs of an image.
@usableFromInline
enum ImageUse: Sendable {
    /// The states of the image, which are shown.
    case shown
    /// The image in memory, for later.
    case memory
    /// The bytes of the image on disk, for later.
    case disk
}

extension FetchObserver {
    @usableFromInline var livePriority: LiveImagePriority? { nil }

    /// Whether the image is to be kept in memory.
    var keepsInMemory: Bool { use != .disk }

    /// Whether the image is to be kept in memory, processed in a given way.
    func keepsInMemory(_ processing: [String]) -> Bool { keepsInMemory && request.processing == processing }

    /// Whether previews are shown: images that are processed have none.
    var showsPreviews: Bool { use == .shown && request.processing.isEmpty }
}

/// The state of an image of a type that a fetch does not know.
@usableFromInline
class AnyImageState: @unchecked Sendable {
    // Sendable: it does not change.

    /// Why the image failed to load.
    let error: ImageError?
    /// Where the image was loaded from; `nil` if it is not loaded.
    let origin: ImageOrigin?

    @usableFromInline
    init(error: ImageError?, origin: ImageOrigin?) {
        self.error = error
        self.origin = origin
    }

    /// The state. The type is that of the loader whose fetch has made it.
    @inlinable @inline(__always)
    func typed<Image: Sendable>(_ type: Image.Type = Image.self) -> ImageState<Image> {
        unsafeDowncast(self, to: TypedImageState<Image>.self).state
    }
}

/// The state of an image, shared by all that observe its fetch.
@usableFromInline
final class TypedImageState<Image: Sendable>: AnyImageState, @unchecked Sendable {
    // Sendable: as its superclass is, and the state does not change.

    @usableFromInline let state: ImageState<Image>

    @inlinable
    init(_ state: ImageState<Image>) {
        self.state = state
        super.init(error: state.error, origin: state.origin)
    }
}
