/// Observes a fetch, of images of any type.
@usableFromInline
protocol FetchObserver: AnyObject, Sendable {
    /// The observer was added to a fetch.
    ///
    /// - Parameters:
    ///   - progress: The progress of the fetch at that time; later progress may have been reported already.
    ///   - stop: Removes the observer from the fetch. To be called once the image is not needed any more.
    func follow(from progress: ImageProgress, stop: @escaping @Sendable () -> Void)

    /// The fetch has received more. Called serially, before the end.
    func advance(to progress: ImageProgress)

    /// The request of the observer. Its URL may differ from that of the fetch.
    var request: ImageRequest { get }

    /// Whether the image is to be kept in memory. If not, the observer needs its bytes on disk only.
    var keepsInMemory: Bool { get }
}

/// Observes the fetch of an image.
@usableFromInline
protocol ImageObserver<Image>: FetchObserver {
    associatedtype Image: Sendable

    /// A preview is to be shown while the rest of the image is loaded.
    func preview(_ image: Image)

    /// A stale image is to be shown while it is validated. Called before ``finish(with:)``.
    func show(_ state: ImageState<Image>)

    /// The fetch has ended. Called once.
    ///
    /// - Parameter state: The last state; `nil` if the image that is shown is the last one.
    func finish(with state: ImageState<Image>?)
}
