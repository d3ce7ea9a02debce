/// Observes a fetch.
@usableFromInline
protocol ImageObserver<Image>: AnyObject, Sendable {
    associatedtype Image: Sendable

    /// The observer was added to a fetch.
    ///
    /// - Parameters:
    ///   - progress: The progress of the fetch at that time; later progress may have been reported already.
    ///   - stop: Removes the observer from the fetch. To be called once the image is not needed any more.
    func follow(from progress: ImageProgress, stop: @escaping @Sendable () -> Void)

    /// The fetch has received more. Called serially, before ``finish(with:)``.
    func advance(to progress: ImageProgress)

    /// The fetch has ended. Called once.
    func finish(with state: ImageState<Image>)
}
