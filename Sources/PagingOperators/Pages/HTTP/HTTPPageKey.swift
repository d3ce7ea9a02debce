import FluxLoading
import Foundation

/// The key of a page of ``HTTPPages``.
///
/// Keys are equal if they address the same page. The key of a next or previous page also contains what its
/// source detected in the first page, so that a list can be continued from it. A key that you make does not:
/// a source without a rule requests the first page of the list at each load with such a key, and detects the
/// rule in it.
///
/// A key is encoded without secrets. If the address of the list has parameters such as `access_token` or
/// `api_key`, keys do not contain their values: the source adds them to its requests. Encoding a key that
/// contains another such value fails.
public struct HTTPPageKey: Sendable {
    indirect enum Position: Hashable, Sendable, Codable {
        /// Without the secrets that the source's own address has.
        case address(URL)
        case cursor(PageToken)
        case number(Int)
        /// The items from an offset on, up to another if that is known.
        case offset(Int, end: Int?)
        case after(PageToken)
        case before(PageToken)
        /// The next page is not found, or must not be loaded, as the page at a URL determined. Its load
        /// fails.
        case failure(
            HTTPPageError.NextPageFailure, at: URL, suggestions: [NextPageRule] = [],
            after: LeadingPage? = nil)
    }

    /// The page that leads to a failure.
    struct LeadingPage: Hashable, Sendable, Codable {
        /// The key of the page; `nil` for the first one.
        let key: HTTPPageKey?
        /// The number of its items.
        let itemCount: Int
    }

    let position: Position
    /// What was determined by the pages before.
    var plan: PagePlan?
    /// The number of items before the page, if known.
    var itemsBefore: Int?
    /// The pages that led to this one.
    var trail = PageTrail()
    /// Whether a page named this one as the one before it.
    var isPrevious = false

    init(_ position: Position) {
        self.position = position
    }

    /// The offset of the page, if it has one.
    var offset: Int? {
        if case .offset(let offset, _) = position { offset } else { nil }
    }

    /// Whether the page is not found, or must not be loaded, so that its load fails at once.
    package var isFailure: Bool {
        if case .failure = position { true } else { false }
    }

    /// Makes the key of the page at a URL.
    public static func address(_ url: URL) -> Self { Self(.address(url)) }

    /// Makes the key of the page at a cursor. In a body it is sent as text.
    public static func cursor(_ text: String) -> Self { Self(.cursor(PageToken(text))) }

    /// Makes the key of a page by its number.
    public static func page(_ number: Int) -> Self { Self(.number(number)) }

    /// Makes the key of the page that begins at an offset.
    public static func offset(_ offset: Int) -> Self {
        var key = Self(.offset(max(0, offset), end: nil))
        key.itemsBefore = max(0, offset)
        return key
    }

    /// Makes the key of the page after the item with an identifier. In a body it is sent as text.
    public static func after(_ identifier: String) -> Self { Self(.after(PageToken(identifier))) }

    /// Makes the key of the page before the item with an identifier. In a body it is sent as text.
    public static func before(_ identifier: String) -> Self { Self(.before(PageToken(identifier))) }
}

extension HTTPPageKey {
    /// Returns the key of the items from the same offset up to another one.
    func upTo(_ end: Int) -> HTTPPageKey {
        guard case .offset(let start, _) = position else { return self }
        var key = HTTPPageKey(.offset(start, end: end))
        key.plan = plan
        key.itemsBefore = itemsBefore
        key.trail = trail
        return key
    }

    /// Whether the key is a cursor that is a number.
    func isCursor(_ number: Int) -> Bool {
        guard case .cursor(let token) = position else { return false }
        return Int(token.text) == number
    }
}

extension HTTPPageKey.Position {
    /// Whether the numbers are those that a list may have.
    var isValid: Bool {
        let offsets = ClosedRange.offsets
        return switch self {
        case .number(let number): ClosedRange.pageNumbers ~= number
        case .offset(let offset, let end): offsets ~= offset && offsets ~= end ?? offset
        case .address, .cursor, .after, .before, .failure: true
        }
    }

    var isSentInParameter: Bool {
        switch self {
        case .cursor, .number, .offset, .after: true
        case .address, .before, .failure: false
        }
    }
}

extension HTTPPageKey: Hashable {
    public static func == (left: Self, right: Self) -> Bool { left.position == right.position }

    public func hash(into hasher: inout Hasher) { hasher.combine(position) }
}

extension HTTPPageKey: CustomStringConvertible, CustomDebugStringConvertible {
    /// The page in words, without secrets. A long address, cursor or identifier is cut.
    public var description: String { text.redactingSecrets.cut(to: String.maximumDescription) }

    private var text: String {
        switch position {
        case .address(let url): url.redacted
        case .cursor(let token): "cursor '\(token.text)'"
        case .number(let number): "page \(number)"
        case .offset(let offset, _): "offset \(offset)"
        case .after(let token): "after '\(token.text)'"
        case .before(let token): "before '\(token.text)'"
        case .failure: "unknown"
        }
    }

    public var debugDescription: String { description }
}
