import Foundation
import Testing

@testable import LoopbackServer

struct UsersServiceTests {
    private let service = UsersService(users: UserDirectory(count: 95))
    private let faulty = UsersService(users: UserDirectory(count: 95), faults: .demo)

    private func ask(
        _ target: String, of service: UsersService? = nil, headers: HTTPHeaders = [:]
    ) throws -> HTTPResponse {
        var headers = headers
        headers["Host"] = "h:1"
        return (service ?? self.service).respond(to: try HTTPRequest(target: target, headers: headers))
    }

    private func text(_ response: HTTPResponse) -> String {
        String(decoding: response.body, as: UTF8.self)
    }

    @Test func usersAreEncodedAsGitHubDoes() throws {
        let login = service.users.login(at: 2)
        #expect(
            text(try ask("/users?offset=2&limit=1"))
                == #"[{"avatar_url":"http://h:1/avatars/5.png","html_url":"http://h:1/"#
                + #"\#(login)","id":5,"login":"\#(login)","type":"User"}]"#)
    }

    @Test func envelopesHaveTotalAndNextCursor() throws {
        #expect(text(try ask("/users?page=2&per_page=90")).hasSuffix(#"],"page":2,"total":95}"#))
        let cursor = PageCursor(start: 90).text
        #expect(text(try ask("/users?cursor=&per_page=90")).hasSuffix(#"],"next_cursor":"\#(cursor)"}"#))
        #expect(text(try ask("/users?cursor=\(cursor)")).hasSuffix(#"],"next_cursor":null}"#))
    }

    @Test func responseLinksToTheNextPageIfAny() throws {
        let lastId = service.users.id(at: 29)
        #expect(
            try ask("/users").headers["Link"]
                == "<http://h:1/users?since=\(lastId)&per_page=30>; rel=\"next\"")
        #expect(
            try ask("/users?page=3").headers["Link"] == "<http://h:1/users?page=4&per_page=30>; rel=\"next\"")
        for target in [
            "/users?page=4", "/users?page=99", "/users?since=1000", "/users?offset=0", "/users?cursor=",
        ] {
            #expect(try ask(target).headers["Link"] == nil)
        }
    }

    /// The users before one, page by page up to the first: each answer's ids, and its status.
    private func pagesBefore(
        _ id: Int, perPage: Int, of service: UsersService
    ) throws -> [(status: Int, ids: [Int])] {
        var pages: [(status: Int, ids: [Int])] = []
        var target: String? = "/users?before=\(id)&per_page=\(perPage)"
        while let asked = target {
            let response = try ask(asked, of: service)
            let ids = response.status == 200 ? try PageWalk.Content(response.body).users.map(\.id) : []
            pages.append((response.status, ids))
            // A page that failed is requested again.
            guard response.status == 200 else { continue }
            let link = response.headers["Link"]?.wholeMatch(of: /<http:..h:1(.*)>; rel="prev"/)
            target = link.map { String($0.1) }
        }
        return pages
    }

    @Test(arguments: [1, 7, 30, 94, 95, 96, 200])
    func pagesReadBackwardsHaveEveryUserOnce(perPage: Int) throws {
        let pages = try pagesBefore(10_000, perPage: perPage, of: service)
        let all = (0..<95).map(service.users.id(at:))
        #expect(pages.reversed().flatMap(\.ids) == all)
        #expect(pages.dropLast().allSatisfy { $0.ids.count == min(perPage, 100) })
    }

    @Test func faultsLoseNoRowOfPagesReadBackwards() throws {
        let ids = (0..<95).map(faulty.users.id(at:))
        let pages = try pagesBefore(ids[70], perPage: 30, of: faulty)
        #expect(pages.map(\.status) == [503, 200, 200, 200])
        #expect(pages.map(\.ids) == [[], Array(ids[40..<70]), Array(ids[10..<41]), Array(ids[..<10])])
    }

    @Test(arguments: ["/users?since=x", "/users?page=0", "/users?offset=0&page=1"])
    func badParametersGiveAJSONMessage(target: String) throws {
        let response = try ask(target)
        #expect(response.status == 400)
        #expect(text(response).hasPrefix(#"{"message":""#))
    }

    @Test(arguments: [
        "/", "/users/", "/user", "/avatars/3.png", "/avatars/01.png", "/avatars/x.png", "/avatars/.png",
    ])
    func unknownPathsAreNotFound(target: String) throws {
        let response = try ask(target)
        #expect(response.status == 404)
        #expect(text(response) == #"{"message":"Not Found"}"#)
    }

    @Test func avatarsCanBeCachedAndRevalidated() throws {
        let avatar = try ask("/avatars/5.png")
        #expect(avatar.headers["Content-Type"] == "image/png")
        #expect(avatar.headers["Cache-Control"] == "max-age=3600")
        #expect(try PNG(decoding: avatar.body).width == Identicon.size)
        let tag = try #require(avatar.headers["ETag"])
        for matching in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
            let response = try ask("/avatars/5.png", headers: ["If-None-Match": matching])
            #expect(response.status == 304)
            #expect(response.body.isEmpty)
            #expect(response.headers["ETag"] == tag)
        }
        #expect(try ask("/avatars/5.png", headers: ["If-None-Match": "\"x\""]).status == 200)
        #expect(try ask("/avatars/6.png", headers: ["If-None-Match": tag]).status == 200)
    }

    @Test func onlyTheSeventhAvatarIsBroken() throws {
        for index in 0..<95 {
            let avatar = try ask("/avatars/\(faulty.users.id(at: index)).png", of: faulty)
            #expect(avatar.status == 200)
            #expect(((try? PNG(decoding: avatar.body)) == nil) == (index == 6))
        }
    }

    @Test func thirdPageFailsOnceAcrossAllStyles() throws {
        let first = try ask("/users?page=3", of: faulty)
        #expect(first.status == 503)
        #expect(first.headers["Retry-After"] == "0")
        #expect(text(first) == #"{"message":"Service Unavailable"}"#)
        for target in ["/users?page=3", "/users?offset=60", "/users?since=\(faulty.users.id(at: 59))"] {
            #expect(try ask(target, of: faulty).status == 200)
        }
    }

    @Test func serviceWithoutFaultsRespondsCorrectly() throws {
        #expect(try ask("/users?page=3").status == 200)
        #expect(try ask("/avatars/\(service.users.id(at: 6)).png").headers["Content-Type"] == "image/png")
    }
}
