/// Somebody who waits for a fetch.
@usableFromInline
protocol ImageObserver<Image>: AnyObject, Sendable {
    associatedtype Image: Sendable

    /// The observer has joined a fetch.
    ///
    /// - Parameters:
    ///   - progress: How far the fetch had come. It may have gone on meanwhile.
    ///   - leave: Leaves the fetch. To be called when the image is not wanted any more, now or later.
    func follow(from progress: ImageProgress, leave: @escaping @Sendable () -> Void)

    /// The fetch has come further. Called serially, before ``finish(with:)``.
    func advance(to progress: ImageProgress)

    /// The fetch has ended. Called once.
    func finish(with state: ImageState<Image>)
}
