import Foundation
import LoopbackServer
import Testing

/// Two servers: `/old/NAME` of the first redirects to `/new/NAME` there, `/away/NAME` to the second's.
struct RedirectServers {
    /// The body of a redirect.
    enum Body: String, CaseIterable, CustomTestStringConvertible {
        case none, declared, chunked, untilClose

        var testDescription: String { rawValue }
    }

    /// Where a redirect leads to.
    enum Target: String, CaseIterable, CustomTestStringConvertible {
        case sameOrigin = "old"
        case otherOrigin = "away"

        var testDescription: String { rawValue }
    }

    static let oldBody = String(repeating: "moved ", count: 500)

    let first: EmbeddedServer
    private let second: EmbeddedServer

    init(_ body: Body) throws {
        let other = try EmbeddedServer { .text($0.path) }
        second = other
        first = try EmbeddedServer { request in
            let target = request.path.replacing("/old/", with: "/new/").replacing("/away/", with: "/new/")
            if target == request.path { return .text(request.path) }
            let root = request.path.hasPrefix("/away/") ? other.url.absoluteString.dropLast() : ""
            return Self.redirect(to: root + target, body)
        }
    }

    func url(_ target: Target, _ name: some CustomStringConvertible) throws -> URL {
        try first.url("/\(target.rawValue)/\(name)")
    }

    private static func redirect(to location: String, _ body: Body) -> HTTPResponse {
        let response = HTTPResponse.text(status: 302, body == .none ? "" : oldBody).with("Location", location)
        return switch body {
        case .none, .declared: response
        case .chunked: response.framed(.chunked(size: 100))
        case .untilClose: response.framed(.untilClose)
        }
    }
}
