import Foundation

extension ImageRequest {
    /// Identifies an image in memory: what is downloaded, and the form of the image.
    ///
    /// One reference, so that a copy costs little: a memory hit makes several. Hashing is O(1): the hash is
    /// computed when the key is made.
    @usableFromInline
    package struct Key: Sendable {
        /// The content of a request. Its URL, header fields and options are not compared.
        @usableFromInline
        final class Content: Sendable {
            let resource: ImageResource
            let form: ImageForm
            let url: URL
            /// What identifies the image in place of the URL.
            let identity: String?
            let headers: [String: String]
            let options: ImageRequestOptions?
            /// Whether an image in memory may be used.
            @usableFromInline let mayBeInMemory: Bool

            init(
                resource: ImageResource, form: ImageForm, url: URL, identity: String?,
                headers: [String: String], options: ImageRequestOptions?
            ) {
                self.resource = resource
                self.form = form
                self.url = url
                self.identity = identity
                self.headers = headers
                self.options = options
                mayBeInMemory = options?.source != .server
            }
        }

        @usableFromInline let content: Content
        @usableFromInline let hash: Int

        init(
            resource: ImageResource, form: ImageForm, url: URL, identity: String?, headers: [String: String],
            options: ImageRequestOptions?
        ) {
            content = Content(
                resource: resource, form: form, url: url, identity: identity, headers: headers,
                options: options)
            if form.isOriginal {
                hash = resource.hash
            } else {
                var hasher = Hasher()
                hasher.combine(resource)
                hasher.combine(form)
                hash = hasher.finalize()
            }
        }

        /// The key of another form of the same image.
        func with(form: ImageForm) -> Key {
            Key(
                resource: resource, form: form, url: content.url, identity: content.identity,
                headers: content.headers, options: content.options)
        }

        /// The key of the same image with other options.
        func with(options: ImageRequestOptions) -> Key {
            Key(
                resource: resource, form: form, url: content.url, identity: content.identity,
                headers: content.headers, options: options)
        }

        /// The key of the same image at another URL.
        func with(url: URL) -> Key {
            Key(
                resource: resource, form: form, url: url, identity: content.identity,
                headers: content.headers, options: content.options)
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
