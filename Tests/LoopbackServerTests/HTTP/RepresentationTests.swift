import Foundation
import Testing

@testable import LoopbackServer

struct RepresentationTests {
    private let picture = Representation(Data("0123456789".utf8), tag: "\"a\"")

    private func answer(_ headers: HTTPHeaders) throws -> (status: Int, text: String, range: String?) {
        let response = picture.respond(to: try HTTPRequest(target: "/", headers: headers))
        #expect(response.headers["ETag"] == "\"a\"")
        return (
            response.status, String(decoding: response.body, as: UTF8.self), response.headers["Content-Range"]
        )
    }

    @Test(
        arguments: [
            ([:], 200, "0123456789", nil),
            (["If-None-Match": "\"b\", \"a\""], 304, "", nil),
            (["If-None-Match": "\"b\""], 200, "0123456789", nil),
            (["Range": "bytes=4-"], 206, "456789", "bytes 4-9/10"),
            (["Range": "bytes=10-"], 416, "", "bytes */10"),
            (["Range": "bytes=1-2"], 200, "0123456789", nil),
            (["Range": "bytes=4-", "If-Range": "\"a\""], 206, "456789", "bytes 4-9/10"),
            (["Range": "bytes=4-", "If-Range": "\"b\""], 200, "0123456789", nil),
        ] as [(HTTPHeaders, Int, String, String?)])
    func requestIsAnsweredByItsConditions(headers: HTTPHeaders, status: Int, text: String, range: String?)
        throws
    {
        let seen = try answer(headers)
        #expect(seen.status == status)
        #expect(seen.text == text)
        #expect(seen.range == range)
    }

    @Test func weakTagDoesNotServeParts() throws {
        let weak = Representation(Data("0123".utf8), tag: "W/\"a\"")
        let headers: HTTPHeaders = ["Range": "bytes=2-", "If-Range": "W/\"a\""]
        #expect(weak.respond(to: try HTTPRequest(target: "/", headers: headers)).status == 200)
    }
}
