/// What a page is compared with others by.
struct PageHashes: Hashable, Sendable {
    /// The hash of a page that is loaded only once; `nil` where equal items do not mean a repetition.
    var page: UInt64?
    /// The hash of items that may be equal to those of another page by coincidence.
    var items: UInt64?
}
