import Testing

@testable import LoopbackServer

struct HTTPHeadersTests {
    @Test func lookupIgnoresCase() {
        var headers: HTTPHeaders = ["ETag": "1", "Accept": "a"]
        headers.append("ACCEPT", "b")
        #expect(headers["etag"] == "1")
        #expect(headers.values(of: "accept") == ["a", "b"])
    }

    @Test func settingAFieldReplacesAllOfItsName() {
        var headers: HTTPHeaders = ["A": "1", "a": "2", "B": "3"]
        headers["a"] = "4"
        #expect(headers.values(of: "A") == ["4"])
        headers["A"] = nil
        #expect(headers == ["B": "3"])
    }

    @Test func tokenIsFoundInACommaSeparatedList() {
        let headers: HTTPHeaders = ["Connection": "Upgrade,  CLOSE"]
        #expect(headers.list("connection", contains: "close"))
        #expect(!headers.list("connection", contains: "clo"))
    }
}
