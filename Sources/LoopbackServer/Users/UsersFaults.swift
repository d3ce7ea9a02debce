/// The deliberate faults of a ``UsersService``. No fault loses a row.
package struct UsersFaults: Sendable, Equatable {
    /// The second page starts with the last row of the first, and so has one row more than requested. Read
    /// backwards, the page with the second page's first row ends with the first row of the page after it.
    package var repeatsRow: Bool
    /// The first request for the third page fails with 503. Read backwards, that is the page with its first
    /// row.
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
