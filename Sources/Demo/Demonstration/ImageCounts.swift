import Flux

/// The numbers of rows whose image is loading, has loaded or has failed.
struct ImageCounts: Equatable, Encodable {
    private(set) var loading = 0
    private(set) var loaded = 0
    private(set) var failed = 0
    /// The images that have loaded, by their origin. Not part of a state's line.
    private(set) var hits = ImageHits()

    private enum CodingKeys: CodingKey {
        case loading, loaded, failed
    }

    /// Adds an image, or with a sign of -1 subtracts it.
    mutating func add<Image>(_ image: ImageState<Image>, times sign: Int = 1) {
        switch image {
        case .idle: break
        case .loading: loading += sign
        case .loaded(_, let origin):
            loaded += sign
            hits.add(origin, times: sign)
        case .failed: failed += sign
        }
    }
}
