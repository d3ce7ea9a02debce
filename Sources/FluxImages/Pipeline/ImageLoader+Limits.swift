// Limits that change while images are loaded. Those of the configuration are the first ones.
extension ImageLoader {
    /// How many transfers run at once, at least 1. Those that run beyond a lower limit continue.
    public var maximumTransfers: Int {
        get { limits.downloads }
        set { limits.downloads = newValue }
    }

    /// How many transfers from one host run at once, at least 1. Those that run beyond a lower limit
    /// continue.
    public var maximumTransfersPerHost: Int {
        get { limits.downloadsPerGroup }
        set { limits.downloadsPerGroup = newValue }
    }

    /// How many images are decoded at once, at least 1.
    public var maximumDecodings: Int {
        get { limits.decodings }
        set { limits.decodings = newValue }
    }

    private var limits: FetchLimits {
        get { change { $0.limits } }
        set { perform(change { $0.setLimits(newValue) }) }
    }
}
