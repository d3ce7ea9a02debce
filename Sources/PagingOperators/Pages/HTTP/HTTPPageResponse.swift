import FluxLoading
import Foundation

/// The response with one page of ``HTTPPages``, before its items are decoded.
package struct HTTPPageResponse: Sendable {
    /// The URL of the response, after redirects.
    package let url: URL

    /// The bytes of the body, as they were received.
    package let data: Data

    /// The validated body.
    package let body: JSONText

    /// The path of the items.
    package let items: JSONPath

    /// How the next page is found.
    package let next: NextPageRule

    /// The number of items.
    package let itemCount: Int

    /// What was decided by the first page and what was not used; `nil` for other pages.
    package let detection: PageDetection?
}
