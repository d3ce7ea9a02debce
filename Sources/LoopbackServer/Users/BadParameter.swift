/// A query parameter that cannot be served; the answer is 400 with this message.
struct BadParameter: Error, Equatable {
    let message: String
}
