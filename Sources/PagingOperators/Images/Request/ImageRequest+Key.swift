extension ImageRequest {
    /// Identifies an image in memory: what is downloaded, and the form of the image.
    ///
    /// - Complexity: Hashing is O(1): the hash is computed when the key is made.
    @usableFromInline
    package struct Key: Sendable {
        let resource: ImageResource
        let variant: ImageVariant?
        @usableFromInline let hash: Int

        init(resource: ImageResource, variant: ImageVariant?) {
            self.resource = resource
            self.variant = variant
            var hasher = Hasher()
            hasher.combine(resource)
            hasher.combine(variant)
            hash = hasher.finalize()
        }
    }
}

extension ImageRequest.Key: Hashable {
    @usableFromInline
    package static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.hash == rhs.hash && lhs.resource == rhs.resource && lhs.variant == rhs.variant
    }

    @inlinable
    package func hash(into hasher: inout Hasher) {
        hasher.combine(hash)
    }
}
