extension Int {
    /// Whether this is a number of items that a list may have. Servers send -1, or the greatest number there
    /// is, for one that they do not know. Such numbers of items can be added without overflow.
    @usableFromInline
    var isItemCount: Bool { 0...1_000_000_000_000 ~= self }
}
