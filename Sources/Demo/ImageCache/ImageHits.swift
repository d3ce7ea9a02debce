import Flux

/// The numbers of images that were in memory, in the folder of images, or came from a server.
struct ImageHits: Equatable, Encodable {
    private(set) var memory = 0
    private(set) var disk = 0
    private(set) var network = 0
    /// The stored images that the server has confirmed, which count as those of the disk, too; `nil` where
    /// only some images of a run are counted.
    var revalidated: Int?

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
    private enum CodingKeys: CodingKey {
        case hits
    }

    private let counts: ImageCounts
    private let hits: ImageHits

    init(_ counts: ImageCounts, revalidated: Int) {
        self.counts = counts
        var hits = counts.hits
        hits.revalidated = revalidated
        self.hits = hits
    }

    /// Encodes the counts, and the hits beside them.
    func encode(to encoder: any Encoder) throws {
        try counts.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(hits, forKey: .hits)
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
