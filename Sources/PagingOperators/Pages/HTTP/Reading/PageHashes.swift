/// What a page is compared with others by.
struct PageHashes: Hashable, Sendable {
    /// That of a page which is loaded only once; `nil` where equal items do not mean a repetition.
    var page: UInt64?
    /// That of items which may be equal to those of another page by coincidence.
    var items: UInt64?
}
