import Foundation

extension ImageRequest {
    /// Identifies an image in memory: what is downloaded, and the form of the image.
    ///
    /// One reference, so that a copy costs little: a memory hit makes several. Hashing is O(1): the hash is
    /// computed when the key is made.
    @usableFromInline
    package struct Key: Sendable {
        /// The content of a request. Its URL, header fields and options are not compared.
        struct Content: Sendable {
            let resource: ImageResource
            var form: ImageForm
            var url: URL
            /// What identifies the image in place of the URL.
            let identity: String?
            var headers: [String: String]
            /// `nil` if they are the default ones.
            var options: ImageRequestOptions?
        }

        @usableFromInline
        final class Reference: Sendable {
            let content: Content
            /// Whether an image in memory may be used.
            @usableFromInline let mayBeInMemory: Bool

            init(_ content: Content) {
                var content = content
                if content.options == ImageRequestOptions() { content.options = nil }
                self.content = content
                mayBeInMemory = content.options?.source != .server
            }
        }

        @usableFromInline let reference: Reference
        @usableFromInline let hash: Int

        init(_ content: Content) {
            reference = Reference(content)
            if content.form.isOriginal {
                hash = content.resource.hash
            } else {
                var hasher = Hasher()
                hasher.combine(content.resource)
                hasher.combine(content.form)
                hash = hasher.finalize()
            }
        }

        var content: Content { reference.content }

        package var resource: ImageResource { reference.content.resource }

        var form: ImageForm { reference.content.form }
    }
}

extension ImageRequest.Key: Hashable {
    @usableFromInline
    package static func == (lhs: Self, rhs: Self) -> Bool {
        if lhs.reference === rhs.reference { return true }
        return lhs.hash == rhs.hash && lhs.resource == rhs.resource && lhs.form == rhs.form
    }

    @inlinable
    package func hash(into hasher: inout Hasher) {
        hasher.combine(hash)
    }
}
