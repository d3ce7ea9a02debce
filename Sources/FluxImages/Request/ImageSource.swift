import Foundation

/// The places from which the image of a request may come.
///
/// Requests that differ in it have the same image, and do not share a fetch. The image of ``server`` replaces
/// what the others are still loading.
public enum ImageSource: Hashable, Sendable {
    /// From memory, from the cache on disk, or else from the server, as the ``CachePolicy`` decides.
    case any

    /// From memory or from the cache on disk, also if it is stale there; for `file:` and `data:`, from the
    /// URL itself. Any other that is in neither fails with ``ImageError/notCached(_:)``.
    case cache

    /// From the server, as if nothing were cached; a file is read again. The image replaces what is in memory
    /// and on disk.
    case server
}

/// Identifies a fetch: what is downloaded, and where it may come from, or the image in memory that is
/// processed.
struct FetchKey: Hashable, Sendable {
    let resource: ImageResource
    let source: ImageSource
    /// The form that is made of an image in memory; `nil` if bytes are fetched. Observers of these may need
    /// the bytes, which an image in memory does not have.
    var processed: ImageForm?

    /// The key of the fetch that loads the same bytes although they are cached; `nil` if it is this one.
    var reload: FetchKey? {
        source == .server ? nil : FetchKey(resource: resource, source: .server)
    }
}

/// The options of a request, which most requests do not have.
struct ImageRequestOptions: Equatable, Sendable {
    var source = ImageSource.any
    var timeout: Duration?
    var alternatives: [URL] = []
    var lowDataURL: URL?
}
