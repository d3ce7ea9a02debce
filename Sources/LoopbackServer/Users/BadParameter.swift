/// An invalid query parameter. The response is 400 with this message.
struct BadParameter: Error, Equatable {
    let message: String
}
