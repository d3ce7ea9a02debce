import FluxLoading
import Foundation

/// What the disk cache has of an image.
struct StoredImage: Sendable {
    /// The bytes of the original.
    var original: StoredBytes?
    /// The image that is stored for the variant of the request, and is stale. Without the original, which may
    /// have been evicted, it is shown if the server sends no image.
    var staleVariant: StoredBytes?

    /// What may be shown in place of a response: without the original, the image of the variant.
    var last: StoredBytes? { original ?? staleVariant }

    /// Whether the bytes of the original could not be decoded.
    var isDamaged: Bool { original?.freshness == .unusable }

    /// The server has confirmed the bytes of the original.
    ///
    /// - Parameter response: Their new response; `nil` if the policy does not accept the confirmation.
    /// - Returns: Whether they are valid: they are not damaged, and the confirmation is accepted.
    mutating func confirm(by response: StoredResponse?) -> Bool {
        guard let old = original, !isDamaged, let response else {
            original?.isRejected = true
            return false
        }
        // Perhaps made of other bytes.
        if staleVariant?.isMade(of: old) == false { staleVariant = nil }
        original = StoredBytes(body: ImageBody(old.data, response), freshness: .fresh)
        return true
    }
}

/// Bytes of the disk cache, and whether they may be shown.
struct StoredBytes: Sendable {
    let body: ImageBody
    /// ``Freshness/unusable`` if they could not be decoded.
    var freshness: Freshness
    /// Whether the policy did not accept that the server has confirmed them.
    var isRejected = false

    var data: Data { body.data }

    var response: StoredResponse { body.response }

    /// Whether these bytes of a variant were made of an original.
    func isMade(of original: StoredBytes) -> Bool {
        response.body != nil && response.body == original.response.body
    }

    /// The bytes to decode.
    func bytes(as kind: ImageBytes.Kind) -> ImageBytes {
        ImageBytes(body: body, origin: .disk, kind: kind)
    }

    /// Whether the bytes may be shown in place of a response.
    ///
    /// - Parameter error: Why there is none; `nil` if its body is no image, as if the server had failed.
    func mayReplaceResponse(after error: LoadingError? = nil) -> Bool {
        switch freshness {
        // They may be shown already.
        case .fresh, .staleWhileRevalidate: return error?.isGone != true
        case .stale: return error?.permitsStale ?? true
        case .mustRevalidate, .unusable: return false
        }
    }
}

extension LoadingError {
    /// Whether the server refuses the credentials of the request.
    var isRefusal: Bool { [401, 403].contains(status) }

    /// Whether the server has no such image any more.
    var isGone: Bool { [404, 410].contains(status) }

    private var status: Int? {
        if case .status(let code, _) = reason { code } else { nil }
    }

    /// Whether stored bytes may be shown in place of a response: no server responded, or it failed (RFC 9111
    /// §4.2.4).
    fileprivate var permitsStale: Bool {
        switch reason {
        case .transport, .truncated: true
        case .status(let code, _): code == 429 || 500...599 ~= code
        default: false
        }
    }
}
