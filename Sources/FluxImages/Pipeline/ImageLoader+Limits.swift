// Limits that change while images are loaded. Those of the configuration are the first ones.
extension ImageLoader {
    /// The number of transfers that run at once; less than 1 counts as 1. Transfers that run beyond a lower
    /// limit continue.
    public var maximumTransfers: Int {
        get { change { $0.limits.downloads } }
        set { setLimit(\.downloads, to: newValue) }
    }

    /// The number of transfers from one host that run at once; less than 1 counts as 1. Transfers that run
    /// beyond a lower limit continue.
    public var maximumTransfersPerHost: Int {
        get { change { $0.limits.downloadsPerGroup } }
        set { setLimit(\.downloadsPerGroup, to: newValue) }
    }

    /// The number of images that are decoded at once; less than 1 counts as 1.
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
