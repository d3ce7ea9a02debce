/// Somebody who waits for a fetch.
protocol ImageObserver<Image>: AnyObject, Sendable {
    associatedtype Image: Sendable

    /// The fetch has come further. Called serially, before ``finish(with:)``.
    func advance(to progress: ImageProgress)

    /// The fetch has ended. Called once.
    func finish(with state: ImageState<Image>)
}
