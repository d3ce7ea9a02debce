/// What the demo's service does wrong on purpose. No fault ever loses a row.
package struct UsersFaults: Sendable, Equatable {
    /// The second page begins with the last row of the first, and so has a row more than was asked for. Read
    /// backwards, the page that the second one's first row is in ends with the first row of the page after it.
    package var repeatsRow: Bool
    /// The third page answers 503 the first time it is asked for. Read backwards, that is the page that its first
    /// row is in.
    package var failsThirdPageOnce: Bool
    /// The avatar of the seventh user is an HTML page with status 200.
    package var breaksSeventhAvatar: Bool

    package init(
        repeatsRow: Bool = false, failsThirdPageOnce: Bool = false, breaksSeventhAvatar: Bool = false
    ) {
        self.repeatsRow = repeatsRow
        self.failsThirdPageOnce = failsThirdPageOnce
        self.breaksSeventhAvatar = breaksSeventhAvatar
    }

    package static let none = UsersFaults()

    package static let demo = UsersFaults(
        repeatsRow: true, failsThirdPageOnce: true, breaksSeventhAvatar: true)
}
