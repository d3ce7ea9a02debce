import Foundation

/// A response, and how it is sent.
package struct HTTPResponse: Sendable {
    package var status: Int
    package var headers: HTTPHeaders
    package var body: Data
    package var framing = Framing.length
    package var delivery: Delivery

    package init(
        status: Int = 200, headers: HTTPHeaders = [:], body: Data = Data(), delivery: Delivery = .normal
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.delivery = delivery
    }

    /// Returns the response with another delivery.
    package func delivered(_ delivery: Delivery) -> Self {
        var copy = self
        copy.delivery = delivery
        return copy
    }

    /// Returns the response with another framing of its body.
    package func framed(_ framing: Framing) -> Self {
        var copy = self
        copy.framing = framing
        return copy
    }

    /// Returns the response with a header field set.
    package func with(_ name: String, _ value: String) -> Self {
        var copy = self
        copy.headers[name] = value
        return copy
    }
}
