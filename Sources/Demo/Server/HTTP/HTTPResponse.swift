import Foundation

/// An answer, and how it is to be written.
struct HTTPResponse: Sendable {
    var status: Int
    var headers: HTTPHeaders
    var body: Data
    var delivery: Delivery

    init(status: Int = 200, headers: HTTPHeaders = [:], body: Data = Data(), delivery: Delivery = .normal) {
        self.status = status
        self.headers = headers
        self.body = body
        self.delivery = delivery
    }

    /// The same answer, written in another way.
    func delivered(_ delivery: Delivery) -> Self {
        var copy = self
        copy.delivery = delivery
        return copy
    }

    /// The same answer with a header field set.
    func with(_ name: String, _ value: String) -> Self {
        var copy = self
        copy.headers[name] = value
        return copy
    }
}
