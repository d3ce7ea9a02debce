import Foundation
import Testing

@testable import Demo

struct PrivateHostTests {
    @Test(arguments: [
        "localhost", "a.localhost", "printer", "nas.local", "127.0.0.1", "127.1", "0x7f000001", "2130706433",
        "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0",
        "[::1]", "[::]", "[fe80::1]", "[fd00::1]", "[::ffff:127.0.0.1]", "224.0.0.1",
    ])
    func privateHostsAreFound(host: String) throws {
        #expect(try #require(URL(string: "http://\(host)/a.png")).hasPrivateHost)
    }

    @Test(arguments: [
        "example.org", "172.32.0.1", "8.8.8.8", "192.169.0.1", "[2001:4860:4860::8888]", "[::ffff:8.8.8.8]",
    ])
    func otherHostsArePublic(host: String) throws {
        #expect(try !#require(URL(string: "https://\(host):8080/a.png")).hasPrivateHost)
    }

    @Test func imagesOfPrivateHostsAreLoadedForAPIsThereOnly() throws {
        let (home, away) = (
            try #require(URL(string: "http://127.0.0.1/")), try #require(URL(string: "https://example.org/"))
        )
        #expect(away.isImage(ofAPIAt: home) && away.isImage(ofAPIAt: away))
        #expect(home.isImage(ofAPIAt: home) && !home.isImage(ofAPIAt: away))
        #expect(try !#require(URL(string: "file:///etc/passwd")).isImage(ofAPIAt: home))
    }
}
