import Flux

/// The numbers of images that were in memory, in the folder of images, or came from a server.
struct ImageHits: Equatable, Encodable {
    private(set) var memory = 0
    private(set) var disk = 0
    private(set) var network = 0

    /// Adds an image, or with a sign of -1 subtracts it.
    mutating func add(_ origin: ImageOrigin, times sign: Int) {
        switch origin {
        case .memory: memory += sign
        case .disk: disk += sign
        case .network: network += sign
        }
    }
}

/// The images of a whole run, for the last line of JSON.
struct ImageTotals: Encodable {
    struct Hits: Encodable {
        let memory: Int
        let disk: Int
        let network: Int
        /// The stored images that the server has confirmed, which count as those of the disk, too.
        let revalidated: Int
    }

    let loading: Int
    let loaded: Int
    let failed: Int
    let hits: Hits

    init(_ counts: ImageCounts, revalidated: Int) {
        loading = counts.loading
        loaded = counts.loaded
        failed = counts.failed
        hits = Hits(
            memory: counts.hits.memory, disk: counts.hits.disk, network: counts.hits.network,
            revalidated: revalidated)
    }
}

extension ImageCounts {
    /// The images of a whole run in a line, such as `95 avatars: 0 memory, 94 disk, 0 network, 1 failed`.
    func summary(of word: String, revalidated: Int) -> String {
        "\(loading + loaded + failed) \(word)s: \(hits.memory) memory, \(hits.disk) disk, \(hits.network) network, "
            + "\(failed) failed" + (loading > 0 ? ", \(loading) not loaded yet" : "")
            + (revalidated > 0 ? "; \(revalidated) confirmed by the server" : "")
    }
}
