import Foundation

extension ImageRequest {
    /// Identifies an image: the URL and the header fields of its request, normalized.
    ///
    /// Requests that differ in a header, such as `Authorization`, have different keys.
    ///
    /// - Complexity: Hashing is O(1): the hash is computed when the key is made.
    @usableFromInline
    package struct Key: Sendable {
        struct Header: Sendable, Hashable {
            let name: String
            let value: String
        }

        let url: String
        let headers: [Header]
        @usableFromInline let hash: Int

        init(url: URL, headers: [String: String]) {
            self.url = url.absoluteString
            self.headers = headers.isEmpty ? [] : Self.normalized(headers)
            var hasher = Hasher()
            hasher.combine(self.url)
            hasher.combine(self.headers)
            hash = hasher.finalize()
        }

        private static func normalized(_ headers: [String: String]) -> [Header] {
            var values: [String: [String]] = [:]
            for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
                values[name.lowercased(), default: []].append(value.trimmingCharacters(in: .whitespaces))
            }
            return values.map { Header(name: $0.key, value: $0.value.joined(separator: ", ")) }
                .sorted { $0.name < $1.name }
        }
    }
}

extension ImageRequest.Key: Hashable {
    @usableFromInline
    package static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.hash == rhs.hash && lhs.url == rhs.url && lhs.headers == rhs.headers
    }

    @inlinable
    package func hash(into hasher: inout Hasher) {
        hasher.combine(hash)
    }
}
