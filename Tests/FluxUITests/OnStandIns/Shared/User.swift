/// An item of the screens.
struct User: Identifiable, Sendable {
    let id: Int
    var login: String
}
