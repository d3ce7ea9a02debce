import Flux

/// How many rows have an image that is loading, is there, or cannot be had.
struct ImageCounts: Equatable, Encodable {
    private(set) var loading = 0
    private(set) var loaded = 0
    private(set) var failed = 0

    /// Counts one more image, or with a sign of -1 one less.
    mutating func add<Image>(_ image: ImageState<Image>, times sign: Int = 1) {
        switch image {
        case .idle: break
        case .loading: loading += sign
        case .loaded: loaded += sign
        case .failed: failed += sign
        }
    }
}
