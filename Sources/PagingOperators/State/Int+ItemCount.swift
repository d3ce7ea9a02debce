extension Int {
    /// Whether this is a number of items that a list may have. Servers send -1, or the greatest number there
    /// is, for one that they do not know. Such numbers of items can be added without overflow, also where
    /// `Int` has 32 bits.
    @usableFromInline
    var isItemCount: Bool {
        0...Swift.min(Int.max / 16, Int(clamping: 1_000_000_000_000 as Int64)) ~= self
    }
}
