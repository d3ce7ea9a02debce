import FluxLoading
import Foundation
import LoadingTestSupport
import LoopbackServer
import Streams
import TestSupport
import Testing

@Suite(.prompt, .timeLimit(.minutes(1)))
struct DecodedBodyTests {
    private struct Team: Decodable, Equatable {
        struct Member: Decodable, Equatable {
            var login: String
            var age: Double?
        }

        var members: [Member]
        var isOpen: Bool?
    }

    /// What is wrong with a body.
    private func message(about body: String) async throws -> String? {
        let server = try EmbeddedServer { _ in .text(body) }
        let error = await #expect(throws: LoadingError.self) {
            try await DataLoader().decode(Team.self, from: server.url)
        }
        #expect(error?.url == server.url)
        return error.map { "\($0.reason)" }
    }

    @Test func bodyIsDecoded() async throws {
        let server = try EmbeddedServer { _ in .text(#"{"members":[{"login":"a"}]}"#) }
        let team: Team = try await DataLoader().decode(from: server.url)
        #expect(team == Team(members: [Team.Member(login: "a")]))
    }

    @Test func failureThatALoaderSendsAsAResponseIsThrown() async {
        let loader = ScriptedDataLoader { load in
            load.respond(status: 503, ["Retry-After": "5"])
            load.send(#"{"message":"busy"}"#)
            load.finish()
        }
        let error = LoadingError(
            url: .image, reason: .status(503, retryAfter: .seconds(5)), serverMessage: "busy")
        await #expect(throws: error) { try await loader.decode([Int].self, from: .image) }
    }

    @Test func localURLIsDecodedToo() async throws {
        let url = try #require(URL(string: "data:application/json,%5B1,2%5D"))
        #expect(try await DataLoader().decode([Int].self, from: url) == [1, 2])
    }

    @Test func errorNamesThePathOfTheValue() async throws {
        let bodies = [
            #"{"members":[{"login":"a"},{"login":7}]}"#: "expected a string at members[1].login",
            #"{"members":[{"login":null}]}"#: "expected a string, found null at members[0].login",
            #"{"members":[{}]}"#: "the JSON has no 'login' at members[0]",
            #"{"members":[[]]}"#: "expected an object at members[0]",
            #"{"members":{}}"#: "expected an array at members",
            #"{"members":[{"login":"a","age":"b"}]}"#: "expected a number at members[0].age",
            #"{"members":[],"isOpen":1}"#: "expected a Boolean at isOpen",
            "{}": "the JSON has no 'members'",
            "[]": "expected an object",
            #"{"members":[{"login":"a","age":1e999}]}"#:
                "the number 1e999 does not fit its type at members[0].age",
            #"{"members":[{"login":"\ud800"}]}"#: "a text has a lone surrogate at members[0].login",
            "<html>": "the body is not JSON",
            "": "the body is not JSON",
        ]
        for (body, expected) in bodies { #expect(try await message(about: body) == expected) }
    }

    @Test func failureOfTheLoadIsPassedOn() async throws {
        let server = try EmbeddedServer { _ in .failure(status: 404, message: "Not Found") }
        let error = await #expect(throws: LoadingError.self) {
            try await DataLoader().decode(Team.self, from: server.url)
        }
        #expect(error?.reason == .status(404, retryAfter: nil))
    }
}
