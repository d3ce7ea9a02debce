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
            let form: ImageForm
            let url: URL
            let headers: [String: String]

            init(resource: ImageResource, form: ImageForm, url: URL, headers: [String: String]) {
                self.resource = resource
                self.form = form
                self.url = url
                self.headers = headers
            }
        }

        let content: Content
        @usableFromInline let hash: Int

        init(resource: ImageResource, form: ImageForm, url: URL, headers: [String: String]) {
            content = Content(resource: resource, form: form, url: url, headers: headers)
            var hasher = Hasher()
            hasher.combine(resource)
            hasher.combine(form)
            hash = hasher.finalize()
        }

        package var resource: ImageResource { content.resource }

        var form: ImageForm { content.form }
    }
}

extension ImageRequest.Key: Hashable {
    @usableFromInline
    package static func == (lhs: Self, rhs: Self) -> Bool {
        if lhs.content === rhs.content { return true }
        return lhs.hash == rhs.hash && lhs.resource == rhs.resource && lhs.form == rhs.form
    }

    @inlinable
    package func hash(into hasher: inout Hasher) {
        hasher.combine(hash)
    }
}
