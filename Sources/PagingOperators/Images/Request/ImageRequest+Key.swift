import Foundation

extension ImageRequest {
    /// Identifies an image in memory: what is downloaded, and the form of the image.
    ///
    /// One reference, so that a copy costs little: a memory hit makes several. Hashing is O(1): the hash is
    /// computed when the key is made.
    @usableFromInline
    package struct Key: Sendable {
        /// The content of a request. Its URL and header fields are not compared.
        final class Content: Sendable {
            let resource: ImageResource
            let variant: ImageVariant?
            let url: URL
            let headers: [String: String]

            init(resource: ImageResource, variant: ImageVariant?, url: URL, headers: [String: String]) {
                self.resource = resource
                self.variant = variant
                self.url = url
                self.headers = headers
            }
        }

        let content: Content
        @usableFromInline let hash: Int

        init(resource: ImageResource, variant: ImageVariant?, url: URL, headers: [String: String]) {
            content = Content(resource: resource, variant: variant, url: url, headers: headers)
            var hasher = Hasher()
            hasher.combine(resource)
            hasher.combine(variant)
            hash = hasher.finalize()
        }

        var resource: ImageResource { content.resource }

        var variant: ImageVariant? { content.variant }
    }
}

extension ImageRequest.Key: Hashable {
    @usableFromInline
    package static func == (lhs: Self, rhs: Self) -> Bool {
        if lhs.content === rhs.content { return true }
        return lhs.hash == rhs.hash && lhs.resource == rhs.resource && lhs.variant == rhs.variant
    }

    @inlinable
    package func hash(into hasher: inout Hasher) {
        hasher.combine(hash)
    }
}
