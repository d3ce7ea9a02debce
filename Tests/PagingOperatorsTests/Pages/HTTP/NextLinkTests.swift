import FluxLoading
import Foundation
import LoopbackServer
import TestSupport
import Testing

@testable import PagingOperators

/// Next pages that are named by the object of a link, by an array, or by a relative reference.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct NextLinkTests {
    /// A list of 40 items whose first page has a field for the second one, and whose second page has another.
    private func list(
        _ next: String, then last: String = "\"next\":null", rule: NextPageRule = .detected
    ) async throws -> LoadedList {
        try await LoadedList(next: rule) { request in
            request.query["p"] == nil
                ? .text("{\(next),\"results\":\(array(0))}") : .text("{\(last),\"results\":\(array(20))}")
        }
    }

    @Test(arguments: [
        #""next":{"@id":"/list?p=2"}"#, #""next":{"@id":"/list?p=2","@type":"Page"}"#,
        #""next":{"id":"/list?p=2","type":"AnnotationPage"}"#, #""next":["/list?p=2"]"#,
        #""next":[{"href":"/list?p=2"}]"#, #""next":[{"@id":"/list?p=2"}]"#,
        #""_links":{"next":[{"href":"/list?p=2","title":"Next"},{"href":"/other"}]}"#,
        #""next":"list?p=2""#, #""next":"./list?p=2""#, #""next":"../list?p=2""#,
        #""next_url":["/list?p=2"]"#,
        #""next":{"@id":"/list?p=2","title":"Page 2"}"#, #""next":{"id":"/list?p=2","name":"Page 2"}"#,
        #""next":[{"@id":"/list?p=2","title":"Page 2"}]"#,
        #""_links":{"nextByOffset":{"href":"/list?p=2"},"jumpTo":{"href":"/list?p={p}","templated":true}}"#,
    ])
    func pageIsFound(next: String) async throws {
        let list = try await list(next)
        #expect(list.ids == Array(0..<40))
        #expect(list.failure == nil)
        #expect(list.targets == ["/list", "/list?p=2"])
    }

    @Test(
        arguments: ["\"next\":null", "\"x\":1"],
        [#""next":{"@id":"/list?p=2"}"#, #""next":["/list?p=2"]"#])
    func listEndsWithoutALink(last: String, next: String) async throws {
        let list = try await list(next, then: last)
        #expect(list.ids == Array(0..<40))
        #expect(list.failure == nil)
    }

    @Test(arguments: ["[]", "{}", "[null]"])
    func emptyValueIsTheEnd(last: String) async throws {
        let list = try await list(#""next":["/list?p=2"]"#, then: "\"next\":\(last)")
        #expect(list.ids == Array(0..<40))
        #expect(list.failure == nil)
    }

    @Test func objectWithoutAnAddressIsAFailure() async throws {
        let list = try await list(#""next":["/list?p=2"]"#, then: "\"next\":{\"n\":1}")
        #expect(list.ids == Array(0..<40))
        #expect(list.failure == .nextPage(.malformed(description: "'next' is an object, not an address")))
    }

    @Test func givenPathMayBeThatOfALink() async throws {
        let rule = NextPageRule.address(at: "next")
        let list = try await list(#""next":{"href":"/list?p=2"}"#, rule: rule)
        #expect(list.ids == Array(0..<40))
        #expect(list.failure == nil)
    }

    @Test(arguments: [
        #""next":["abc"]"#, #""next":{"link":"/list?p=2"}"#, #""next_page":["abc"]"#,
        #""next":{"link":"/list?p=2","title":"Page 2"}"#,
        #""next_page_params":{"items_count":50,"name":"Tether Gold"}"#,
        #""next_cursor":{"name":"Tether Gold"}"#,
    ])
    func valueThatIsNotReadIsAFailure(next: String) async throws {
        let list = try await list(next)
        #expect(list.ids == Array(0..<20))
        guard case .nextPage(.missing(nil, let candidates))? = list.failure else {
            Issue.record("\(String(describing: list.failure))")
            return
        }
        #expect(candidates.count == 1)
    }

    /// Such as the next episode of a series, or the steps of a guide.
    @Test(arguments: [
        #""next":{"id":"/episodes/2","title":"Two"}"#,
        #""next":[{"id":2,"title":"Two","url":"/episodes/2"}]"#,
        #""next":["/a","/b"]"#, #""next":["Call us"]"#, #""next_steps":["wait"]"#, #""next":{"id":"7"}"#,
        #""next":[]"#, #""bookmark":["/a"]"#, #""next":{"link":"/a","title":"Two"}"#,
        #""next_page":{"id":7,"title":"Two"}"#,
        #""next":{"kind":"list","title":"Two"}"#, #""_links":{"nextEpisode":{"href":"/episodes/2"}}"#,
    ])
    func somethingElseThatIsNextDoesNotEndTheListWithAFailure(next: String) async throws {
        let list = try await list(next)
        #expect(list.ids == Array(0..<20))
        #expect(list.failure == nil)
        #expect(list.targets == ["/list"])
    }

    /// The array is not the one for the previous page.
    @Test func arrayForTheNextPageIsNotThatForThePreviousOne() async throws {
        let server = try EmbeddedServer { request in
            .text("{\"next\":[\"/list?p=\(request.number("p") + 1)\"],\"results\":\(array(0))}")
        }
        #expect(try await HTTPPages<Numbered>(try server.url("/list")).load(nil).previous == nil)
    }

    @Test(arguments: [
        ("/a", true), ("?p=2", true), ("./a", true), ("../a", true), ("list?p=2", true),
        ("api/v1/list?p=2&q=a%20b", true), ("HTTPS://h/", true), ("abc", false), ("a/b", false),
        ("YWJj==", false), ("/AbC+3g=", false), ("//79AAo=", false), ("/a/b", true), ("/list/ab=", true),
        ("what next?", false), ("why? a=b", false), ("a?b", false), (".", false),
        ("x://h/?p=2", false), ("", false),
    ])
    func addressIsToldFromACursor(text: String, isAddress: Bool) {
        #expect(text.looksLikeAddress == isAddress)
    }
}
