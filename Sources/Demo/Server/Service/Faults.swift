/// What the demo's service does wrong on purpose. No fault ever loses a row.
struct Faults: Sendable, Equatable {
    /// The second page begins with the last row of the first, and so has a row more than was asked for. Read
    /// backwards, the page that the second one's first row is in ends with the first row of the page after it.
    var repeatsRow = false
    /// The third page answers 503 the first time it is asked for. Read backwards, that is the page that its first
    /// row is in.
    var failsThirdPageOnce = false
    /// The avatar of the seventh user is an HTML page with status 200.
    var breaksSeventhAvatar = false

    static let none = Faults()

    static let demo = Faults(repeatsRow: true, failsThirdPageOnce: true, breaksSeventhAvatar: true)
}
