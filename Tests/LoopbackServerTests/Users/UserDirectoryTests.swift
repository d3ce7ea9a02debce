import Testing

@testable import LoopbackServer

struct UserDirectoryTests {
    private let users = UserDirectory(count: 10_000)

    @Test func idsAscendWithGaps() {
        let ids = (0..<users.count).map(users.id(at:))
        #expect(ids.prefix(8) == [1, 2, 5, 6, 9, 10, 13, 19])
        #expect(zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func indicesOfIDsAndOfTheirSuccessorsAreFound() {
        let few = UserDirectory(count: 8)
        #expect([-1, 0, 1, 3, 4, 18, 19, 20].map(few.index(after:)) == [0, 0, 1, 2, 2, 7, 8, 8])
        #expect([0, 1, 3, 19, 20].map(few.index(of:)) == [nil, 0, nil, 7, nil])
        #expect((0..<users.count).allSatisfy { users.index(of: users.id(at: $0)) == $0 })
    }

    @Test func loginsAreUniqueAndValidOnGitHub() {
        let logins = (0..<users.count).map(users.login(at:))
        #expect(Set(logins).count == users.count)
        #expect(logins.allSatisfy { $0.wholeMatch(of: /[a-z]+-?[a-z]+[0-9]?/) != nil })
        #expect(Set(logins.prefix(40).map { $0.prefix(3) }).count > 20)
    }

    @Test func addressesContainTheHost() {
        let user = users.user(at: 2, host: "127.0.0.1:80")
        #expect(user.avatarUrl == "http://127.0.0.1:80/avatars/5.png")
        #expect(user.htmlUrl == "http://127.0.0.1:80/\(user.login)")
    }
}
