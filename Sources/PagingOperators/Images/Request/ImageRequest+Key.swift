import Foundation

extension ImageRequest {
    /// The identity of a request: its address and its header fields, in one form however they were written.
    ///
    /// Requests that differ in a header, such as `Authorization`, have different keys.
    ///
    /// - Complexity: Hashing is O(1): the hash is computed when the key is made.
    public struct Key: Sendable {
        struct Header: Sendable, Hashable {
            let name: String
            let value: String
        }

        let address: String
        let headers: [Header]
        @usableFromInline let hash: Int

        init(url: URL, headers: [String: String]) {
            address = url.absoluteString
            self.headers = headers.isEmpty ? [] : Self.normalized(headers)
            var hasher = Hasher()
            hasher.combine(address)
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
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.hash == rhs.hash && lhs.address == rhs.address && lhs.headers == rhs.headers
    }

    @inlinable
    public func hash(into hasher: inout Hasher) {
        hasher.combine(hash)
    }
}
