import FluxLoading
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The request of an image: a URL, the header fields to send, and the form of the image.
///
/// Equal requests share one cached image and, with the same `source`, one fetch, of which the first of them
/// determines the other options. `source`, `timeout`, `alternatives`, `lowDataURL`, and fields that select no
/// image, such as `User-Agent`, are not compared. Requests that differ in a header field that may
/// select another image, such as `Authorization`, `Cookie` or `Accept`, are not equal. Requests of other
/// variants or with other processing share the download, and have their own images in memory.
///
/// ```swift
/// let avatar = ImageRequest(url: user.avatarURL, variant: .size(width: 80, height: 80))
/// let photoRequest = ImageRequest(url: signedURL, identity: "photos/\(photo.id)")  // whatever the signature is
/// ```
public struct ImageRequest: Sendable {
    /// Identifies the image in memory, on disk and among the fetches. Made once, since every look-up needs
    /// it.
    @usableFromInline package let key: Key

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - url: The URL of the image.
    ///   - headers: The header fields to send. Names are not case-sensitive, white space around values is
    ///     removed, and the values of fields with the same name are joined (RFC 9110 §5).
    ///   - identity: Identifies the image in the caches in place of the URL, for URLs that differ each time,
    ///     such as those that contain a signature. Images of different content need different identities.
    ///   - variant: The form of the image, for the decoder; `nil` for the original.
    ///   - processing: The names of the processors to apply to the decoded image, in this order. See
    ///     ``ImageLoader/Configuration/processors``.
    ///   - source: Where the image may come from.
    ///   - timeout: How long a transfer may receive nothing; by default as long as the data loader permits.
    ///     Of requests that share a fetch, that of the first counts.
    ///   - alternatives: Further URLs of the same image, which are tried in this order after the first has
    ///     failed to load; not if its bytes cannot be decoded. An image that is loaded from a `file:` URL is
    ///     not kept on disk. At another origin, only header fields are sent that describe the content, such
    ///     as `Accept`; any other may be a credential.
    ///   - lowDataURL: The URL of a smaller image, which is loaded in place of this one while the network is
    ///     in Low Data Mode. It is cached as the image of its own URL. Header fields are sent there as to
    ///     `alternatives`.
    public init(
        url: URL, headers: [String: String] = [:], identity: String? = nil, variant: ImageVariant? = nil,
        processing: [String] = [], from source: ImageSource = .any, timeout: Duration? = nil,
        alternatives: [URL] = [], lowDataURL: URL? = nil
    ) {
        let options = ImageRequestOptions(
            source: source, timeout: timeout, alternatives: alternatives, lowDataURL: lowDataURL)
        let fields = HeaderField.normalized(headers)
        key = Key(
            Key.Content(
                resource: ImageResource(
                    identity: identity ?? Self.identity(of: url.absoluteString),
                    headers: fields.filter(\.selectsContent)),
                form: ImageForm(variant: variant, processing: processing), url: url, identity: identity,
                headers: Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.value) }),
                options: options))
    }

    /// The text of an address; of a `data:` URL a digest, since its text is the image.
    private static func identity(of address: String) -> String {
        // The rest of the test takes longer, and hardly any address needs it.
        guard let first = address.utf8.first, first | 0x20 == UInt8(ascii: "d") else { return address }
        let isData = address.utf8.prefix(5).elementsEqual("data:".utf8) { $0 | 0x20 == $1 }
        return isData ? "data:" + SHA256.hexDigest(of: address) : address
    }

    /// The same request with another content.
    private func with(_ change: (inout Key.Content) -> Void) -> ImageRequest {
        var content = key.content
        change(&content)
        return ImageRequest(key: Key(content))
    }

    private init(key: Key) {
        self.key = key
    }

    /// The URL of the image; its scheme is `http`, `https`, `file` or `data`.
    public var url: URL { key.content.url }

    /// The header fields to send, with their names in lower case.
    public var headers: [String: String] { key.content.headers }

    /// The form of the image; `nil` for the original.
    public var variant: ImageVariant? { key.form.variant }

    /// The names of the processors that are applied to the decoded image, in this order.
    public var processing: [String] { key.form.processing }

    /// The places from which the image may come.
    public var source: ImageSource { key.content.options?.source ?? .any }

    /// The time for which a transfer may receive nothing; `nil` if the data loader decides.
    public var timeout: Duration? { key.content.options?.timeout }

    /// Further URLs of the same image.
    public var alternatives: [URL] { key.content.options?.alternatives ?? [] }

    /// The URL of the image to load while the network is in Low Data Mode; `nil` if it is this one.
    public var lowDataURL: URL? { key.content.options?.lowDataURL }

    /// The request of the image to load while the network is in Low Data Mode.
    var inLowData: ImageRequest? {
        lowDataURL.map {
            ImageRequest(
                url: $0, headers: headers(sentTo: $0), variant: variant, processing: processing, from: source,
                timeout: timeout)
        }
    }

    /// Returns the request of the same image from another source.
    ///
    /// - Parameter source: Where the image may come from.
    public func with(source: ImageSource) -> ImageRequest {
        with { content in
            content.options = content.options ?? ImageRequestOptions()
            content.options?.source = source
        }
    }

    /// The request of the same image at another URL, with the header fields that may be sent there.
    func with(url: URL) -> ImageRequest {
        let headers = headers(sentTo: url)
        return with { ($0.url, $0.headers) = (url, headers) }
    }

    /// The header fields that may be sent to another URL.
    private func headers(sentTo other: URL) -> [String: String] {
        url.mayShareCredentials(with: other)
            ? headers : headers.filter { URLRequest.describesContent(field: $0.key) }
    }

    /// Returns the request of another form of the same image.
    ///
    /// - Parameter variant: The form; `nil` for the original.
    /// - Returns: A request that shares the download with this one.
    public func with(variant: ImageVariant?) -> ImageRequest {
        with(form: ImageForm(variant: variant, processing: processing))
    }

    /// Whether an image in memory may be used.
    @inlinable
    var mayBeInMemory: Bool { key.reference.mayBeInMemory }

    /// The URL, or the identity in its place, if the request equals one that has nothing else.
    var address: AddressText? {
        guard key.form.isOriginal, key.resource.headers.isEmpty else { return nil }
        return AddressText(key.content.identity ?? url.absoluteString)
    }

    /// The request of the same image before it is processed.
    var unprocessed: ImageRequest { with(processing: []) }

    /// The request of the same image as it is downloaded.
    var original: ImageRequest { with(form: ImageForm(variant: nil, processing: [])) }

    func with(processing: [String]) -> ImageRequest {
        with(form: ImageForm(variant: variant, processing: processing))
    }

    func with(form: ImageForm) -> ImageRequest {
        form == key.form ? self : with { $0.form = form }
    }

    /// The host in lower case, whose transfers are limited together; empty if there is none.
    var hostName: String { url.host()?.lowercased() ?? "" }

    /// The host whose transfers are limited together; `nil` if the image needs no network.
    var transferGroup: String? { isRemote ? hostName : nil }

    /// The same request for a ``/FluxLoading/DataLoading``.
    var urlRequest: URLRequest {
        var request = URLRequest(url: url)
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        if let timeout { request.timeoutInterval = timeout.asTimeoutInterval }
        #if !canImport(FoundationNetworking)
            if lowDataURL != nil { request.allowsConstrainedNetworkAccess = false }
        #endif
        return request
    }
}

extension Duration {
    /// The time in seconds. One of 60 would mean that the request sets none.
    fileprivate var asTimeoutInterval: TimeInterval {
        let seconds = max(.zero, self) / .seconds(1)
        return seconds == 60 ? seconds.nextUp : seconds
    }
}

extension ImageRequest: Hashable {
    @inlinable
    public static func == (lhs: ImageRequest, rhs: ImageRequest) -> Bool {
        lhs.key == rhs.key
    }

    @inlinable
    public func hash(into hasher: inout Hasher) {
        hasher.combine(key)
    }
}
