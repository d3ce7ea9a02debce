/// A load of a list that has failed, to be shown once. See ``PagingModel/newFailure``.
public struct ListFailure: Identifiable, Sendable {
    /// A number that is unique among the failures of the same model.
    public let id: Int

    /// The error.
    public let error: any Error

    /// The position of the failed page's rows in the list.
    public let direction: LoadDirection
}

extension ViewState {
    /// The state of loading in a direction.
    func loadState(_ direction: LoadDirection) -> LoadState {
        switch direction {
        case .refresh: refresh
        case .prepend: prepend
        case .append: append
        }
    }

    /// The direction of a load that has failed since an earlier state; `nil` if none has.
    ///
    /// - Parameter old: The earlier state. There may have been others in between.
    func newlyFailedDirection(since old: ViewState) -> LoadDirection? {
        let failed = [LoadDirection.refresh, .append, .prepend].filter { loadState($0).isFailed }
        let new = failed.first { !old.loadState($0).isFailed }
        return new ?? (tally.failures == old.tally.failures ? nil : failed.first)
    }
}
