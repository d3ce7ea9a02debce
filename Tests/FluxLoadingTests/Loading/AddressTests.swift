import Foundation
import Testing

@testable import FluxLoading

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct AddressTests {
    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    @Test(arguments: [
        ("/page/plain/", "http://h/page/plain/"), ("/a%2Fb%20c/to", "http://h/a%2Fb%20c/to"),
        ("?to=1", "http://h/x/y?to=1"), ("next", "http://h/x/next"), ("../z/", "http://h/z/"),
        ("//other:81/p", "http://other:81/p"), ("https://o/p?q=a%26b", "https://o/p?q=a%26b"),
        ("/a b?q=é", "http://h/a%20b?q=%C3%A9"), ("/x?a=b|c", "http://h/x?a=b%7Cc"),
        ("/%5E/%zz%", "http://h/%5E/%25zz%25"),
        ("/x?filter=a%20b&page[number]=2", "http://h/x?filter=a%20b&page%5Bnumber%5D=2"),
        ("?page[number]=2&a=%2F", "http://h/x/y?page%5Bnumber%5D=2&a=%2F"),
        ("http://[::1]:81/a[0]?b=[1]", "http://[::1]:81/a%5B0%5D?b=%5B1%5D"),
        ("//[::1]/a", "http://[::1]/a"), ("/a%2Fb|c#x#y", "http://h/a%2Fb%7Cc#x%23y"),
        ("http://u:p@h/x", "http://h/x"), (" /trimmed ", "http://h/trimmed"), ("HTTP://i/x", "http://i/x"),
        ("http://bücher.example/x", "http://xn--bcher-kva.example/x"),
        ("//u:p@BÜCHER.example:81/é", "http://xn--bcher-kva.example:81/%C3%A9"),
        ("http://b%C3%BCcher.example/x", "http://b%C3%BCcher.example/x"), ("http://ｈ/x", "http://h/x"),
    ])
    func referencesAreResolvedAgainstTheResponse(reference: String, expected: String) throws {
        #expect(try url("http://h/x/y?q=1").resolving(reference)?.absoluteString == expected)
    }

    /// Characters that stand for others in a host must not make it another one.
    @Test(arguments: [
        "h＠evil.example", "h／evil.example", "h？evil.example", "h：80", "h＃.evil.example", "hü\\.h",
    ])
    func hostWithUnusualCharactersIsNoOtherHost(host: String) throws {
        let other = try url("http://h/x").resolving("http://\(host)/y")
        #expect(other.map { URLOrigin($0)?.host != "h" } ?? true)
        #expect(try other.map { try !url("http://h/x").mayShareCredentials(with: $0) } ?? true)
    }

    @Test(arguments: [
        "", "  ", "javascript:alert(1)", "mailto:a@b", "http://", "ftp://h/x", "http://h:port/",
    ])
    func otherReferencesAreRefused(reference: String) throws {
        #expect(try url("http://h/x").resolving(reference) == nil)
    }

    @Test(arguments: [
        ("http://u:p@h/x", "http://h/x"), ("https://u@h:8/?a=1", "https://h:8/?a=1"),
        ("https://h/x?access_token=abc&page=2", "https://h/x?access_token=…&page=2"),
        (
            "https://h/x?page=2&api-key=abc&X-Amz-Signature=1",
            "https://h/x?page=2&api-key=…&X-Amz-Signature=…"
        ),
        (
            "https://h/x?key=1&sig=2&TOKEN=3&client_secret=4",
            "https://h/x?key=…&sig=…&TOKEN=…&client_secret=…"
        ),
        ("https://h/x?page_token=abc&nextCursor=1", "https://h/x?page_token=abc&nextCursor=1"),
        ("https://h/x?subscription-key=a&appkey=b&n=1", "https://h/x?subscription-key=…&appkey=…&n=1"),
        ("https://h/x?next_access_token=a&sync_secret=b", "https://h/x?next_access_token=…&sync_secret=…"),
        ("https://h/x#access_token=1", "https://h/x#access_token=…"),
        ("https://h/x?state=1#access_token=1", "https://h/x?state=1#access_token=…"),
        ("https://h/@user?q=a@b", "https://h/@user?q=a@b"),
        ("https://h/x?access%5Ftoken=1", "https://h/x?access%5Ftoken=…"),
    ])
    func secretsAreNotPrinted(text: String, expected: String) throws {
        #expect(try url(text).redacted == expected)
        let error = LoadingError(url: try url(text), reason: .cancelled)
        #expect(error.description == "\(expected): cancelled")
        #expect(String(reflecting: error) == error.description)
    }

    @Test(arguments: [
        ("ftp://u:s3cr3t@h/", "ftp://…@h/"), ("u:s3cr3t@h/x?key=s3cr3t", "…@h/x?key=…"),
        ("http://u:s3cr3t@/x?access_token=s3cr3t", "http://…@/x?access_token=…"),
        ("see http://h/a@b for it", "see http://h/a@b for it"),
    ])
    func secretsInTextAreReplaced(text: String, expected: String) {
        #expect(text.redactingSecrets == expected)
    }

    @Test func messageHasNoneOfTheRequestsCredentials() throws {
        var request = URLRequest(url: try url("https://bob:s3cr3t@h/")).movingUserInfoToHeader
        request.setValue("k3y", forHTTPHeaderField: "X-Api-Key")
        request.setValue("text/plain", forHTTPHeaderField: "Accept")
        let message = "bad token Basic Ym9iOnMzY3IzdA== or Ym9iOnMzY3IzdA==k3y in text/plain"
        #expect(request.removingCredentials(from: message) == "bad token … or …… in text/plain")
        #expect(request.removingCredentials(from: "wrong password s3cr3t") == "wrong password …")
        let secret = URLRequest(url: try url("https://h/?api_key=a%20bc123"))
        #expect(secret.removingCredentials(from: "a bc123 and a%20bc123") == "… and …")
    }

    @Test(arguments: [
        (
            "Cookie", "theme=dark; session=c00kieValue; lang=en", "no session c00kieValue in dark",
            "c00kieValue"
        ),
        ("Authorization", "Token token=\"abcdef123456\", id='x'", "bad token: abcdef123456", "abcdef123456"),
        ("X-Auth", "Token token=abcdef123456", "abcdef123456 has expired", "abcdef123456"),
        ("X-Auth", "a=b, abcdefghijklmnopqrst", "a is b for abcdefghijklmnopqrst", "abcdefghijklmnopqrst"),
    ])
    func messageHasNoPartOfAField(field: String, value: String, message: String, secret: String) throws {
        var request = URLRequest(url: try url("https://h/"))
        request.setValue(value, forHTTPHeaderField: field)
        let expected = message.replacing(secret, with: "…")
        #expect(request.removingCredentials(from: message) == expected)
    }

    @Test(arguments: [
        (#"{"api_key":"SECRETKEY123","password":"hunter2"}"#, "SECRETKEY123, hunter2", "…, …"),
        // As it is written, and decoded.
        (#"{"password":"a\/\"b\u0063"}"#, #"a\/\"b\u0063 is a/"bc"#, "… is …"),
        ("client_secret=s3cr%2Bt+key&a=b", "s3cr%2Bt+key, s3cr+t key, s3cr+t+key, b", "…, …, …, b"),
        // Other members, other values than texts, and those of an object in an object.
        (#"{"query":"token","n":{"token":"abc"},"code":123,"page_token":"xyz"}"#, "token abc 123 xyz", nil),
        (#"["token","abc"]"#, "token abc", nil), ("token", "token", nil),
        // Names of something else.
        (#"{"code":"all","sort_key":"name","key":"users","password":"users"}"#, "name of all", nil),
        (#"{"key":"users","auth":"none"}"#, "none of the users", nil), ("key=name", "name", nil),
        ("pass=name", "name", "…"), ("api_key=name&key=name1", "name name1", "… …"),
    ])
    func messageHasNoSecretOfTheBody(body: String, message: String, expected: String?) throws {
        var request = URLRequest(url: try url("https://h/"))
        request.httpMethod = "POST"
        request.httpBody = Data(body.utf8)
        #expect(request.removingCredentials(from: message) == expected ?? message)
    }

    @Test func bodyOfAnUploadIsNotSearched() throws {
        func removed(_ body: String) throws -> Bool {
            var request = URLRequest(url: try url("https://h/"))
            request.httpBody = Data(body.utf8)
            return request.removingCredentials(from: "abcdef is wrong") == "… is wrong"
        }
        let text = String(repeating: "x", count: 65_536)
        #expect(try !removed(#"{"token":"abcdef","text":"\#(text)"}"#))
        #expect(try removed(#"{"token":"abcdef","text":"\#(text.dropLast(100))"}"#))
        #expect(try !removed("a=\(text)&token=abcdef"))
        #expect(try removed("a=\(text.dropLast(100))&token=abcdef"))
    }

    @Test func addressOfAnErrorHasNoCredentials() throws {
        var request = URLRequest(url: try url("https://h/list?api_key=s3cr3t+key"))
        request.setValue("list, Bearer abcdef123456", forHTTPHeaderField: "Authorization")
        let credentials = RequestCredentials(of: [request], requestedAt: try #require(request.url))
        let repeated = try url("https://h/list/abcdef123456?msg=s3cr3t%2Bkey&api_key=s3cr3t+key&n=1")
        #expect(
            credentials.removed(from: repeated).redacted
                == "https://h/list/%E2%80%A6?msg=%E2%80%A6&api_key=…&n=1")
        #expect(try credentials.removed(from: url("https://h/list?n=1")) == url("https://h/list?n=1"))
        #expect(try credentials.removed(from: #require(request.url)) == request.url)
    }

    /// Messages are cut to a line.
    @Test func messageThatWasCutWithinACredentialHasNoPartOfIt() throws {
        var request = URLRequest(url: try url("https://h/"))
        let token = String(repeating: "abcdefghij", count: 18)
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        let body = Data(#"{"message":"Invalid access token: \#(token)"}"#.utf8)
        let message = try #require(ServerMessage.text(in: body))
        #expect(message.count == 200 && message.hasSuffix("…"))
        #expect(request.removingCredentials(from: message) == "Invalid access token: …")
        #expect(request.removingCredentials(from: "too long…") == "too long…")
    }

    @Test(arguments: [
        ("http://h/a", "http://h:80/b", true), ("http://h", "https://h", true),
        ("https://h", "http://h", false),
        ("http://h:81", "https://h", false), ("http://h", "http://h2", false),
        ("http://h", "http://h:81", false),
        ("http://H", "http://h", true), ("http://a.h", "http://h", false),
    ])
    func credentialsStayAtTheirOrigin(home: String, other: String, expected: Bool) throws {
        let origin = try #require(URLOrigin(url(home)))
        #expect(try origin.shares(credentialsWith: URLOrigin(url(other))) == expected)
        var request = URLRequest(url: try url(home))
        request.setValue("k", forHTTPHeaderField: "X-Api-Key")
        request.setValue("a", forHTTPHeaderField: "Accept")
        let next = try request.directed(to: url(other), home: url(home))
        #expect(next.value(forHTTPHeaderField: "X-Api-Key") == (expected ? "k" : nil))
        #expect(next.value(forHTTPHeaderField: "Accept") == "a")
    }

    @Test func userInfoBecomesAField() throws {
        let request = URLRequest(url: try url("https://me:p%40ss@h/x")).movingUserInfoToHeader
        #expect(request.url?.absoluteString == "https://h/x")
        #expect(request.value(forHTTPHeaderField: "Authorization") == "Basic bWU6cEBzcw==")
        var other = URLRequest(url: try url("https://me@h/x"))
        other.setValue("Bearer t", forHTTPHeaderField: "Authorization")
        #expect(other.movingUserInfoToHeader.value(forHTTPHeaderField: "Authorization") == "Bearer t")
    }

    @Test(arguments: [
        ("http://h/x", "http://h/x?page=2"), ("http://h/x?page=1&lang=en", "http://h/x?page=2&lang=en"),
        ("http://h/x?a=%2B&b", "http://h/x?a=%2B&b&page=2"),
        ("http://h/x?page=1&page=5", "http://h/x?page=2"),
    ])
    func parameterIsReplacedInItsPlace(text: String, expected: String) throws {
        #expect(try url(text).settingQuery("page", to: 2).absoluteString == expected)
    }

    @Test func parameterIsEncoded() throws {
        let set = try url("http://h/").settingQuery("a&b", to: "1+2=ü/ ~")
        #expect(set.absoluteString == "http://h/?a%26b=1%2B2%3D%C3%BC%2F%20~")
        #expect(set.queryValue("a&b") == "1+2=ü/ ~")
        #expect(try url("http://h/?n=7").queryNumber("n") == 7)
        #expect(try url("http://h/?n=-7").queryNumber("n") == nil)
        #expect(try url("http://h/?n=1000000000001").queryNumber("n") == nil)
    }
}
