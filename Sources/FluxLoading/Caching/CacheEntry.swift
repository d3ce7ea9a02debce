import Foundation

/// Bytes that are kept in a cache, with metadata.
public struct CacheEntry: Hashable, Sendable {
    /// The bytes.
    public var data: Data

    /// Short texts by name, such as the validators of an HTTP response and its time.
    public var metadata: [String: String]

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - metadata: Short texts by name.
    public init(data: Data, metadata: [String: String] = [:]) {
        self.data = data
        self.metadata = metadata
    }
}
