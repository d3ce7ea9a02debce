// Limits that change while images are loaded. Those of the configuration are the first ones.
extension ImageLoader {
    /// How many transfers run at once; less than 1 counts as 1. Transfers that run beyond a lower limit
    /// continue.
    public var maximumTransfers: Int {
        get { change { $0.limits.downloads } }
        set { setLimit(\.downloads, to: newValue) }
    }

    /// How many transfers from one host run at once; less than 1 counts as 1. Transfers that run beyond a
    /// lower limit continue.
    public var maximumTransfersPerHost: Int {
        get { change { $0.limits.downloadsPerGroup } }
        set { setLimit(\.downloadsPerGroup, to: newValue) }
    }

    /// How many images are decoded at once; less than 1 counts as 1.
    public var maximumDecodings: Int {
        get { change { $0.limits.decodings } }
        set { setLimit(\.decodings, to: newValue) }
    }

    /// By one change: threads may set other limits at the same time.
    private func setLimit(_ limit: WritableKeyPath<FetchLimits, Int>, to count: Int) {
        change { table in
            var limits = table.limits
            limits[keyPath: limit] = count
            table.setLimits(limits)
        }
    }
}
