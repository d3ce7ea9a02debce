import Foundation
import TestSupport
import Testing

@testable import PagingOperators

struct PageLinksTests {
    private func links(_ header: String?, base: String = "https://example.com/users?page=2") throws
        -> [String?]
    {
        let links = PageLinks(header: header, relativeTo: try #require(URL(string: base)))
        return [links.next, links.previous, links.first, links.last].map { $0?.absoluteString }
    }

    private func next(_ header: String?) throws -> String? { try links(header)[0] }

    @Test func allRelationsOfAPageAreRead() throws {
        let header = """
            <https://api.github.com/users?page=3>; rel="next", <https://api.github.com/users?page=9>; rel="last", \
            <https://api.github.com/users?page=1>; rel="first", <https://api.github.com/users?page=1>; rel="prev"
            """
        let page = "https://api.github.com/users?page="
        #expect(try links(header) == [page + "3", page + "1", page + "1", page + "9"])
    }

    /// As Sentry does, whose lists always have a link to a next page.
    @Test func linkToAPageWithoutItemsIsNone() throws {
        let header = """
            <https://a.b/?cursor=0:0:1>; rel="previous"; results="false"; cursor="0:0:1", \
            <https://a.b/?cursor=0:100:0>; rel="next"; results="true"; cursor="0:100:0"
            """
        #expect(try links(header) == ["https://a.b/?cursor=0:100:0", nil, nil, nil])
        #expect(try next(header.replacing("true", with: "false")) == nil)
    }

    @Test(arguments: [
        nil, "", " ", ",", "nonsense", "<https://a.b/c", "<https://a.b/c>", "<https://a.b/c>; rel",
    ])
    func missingFieldGivesNoLinks(header: String?) throws {
        #expect(try links(header) == [nil, nil, nil, nil])
    }

    @Test(arguments: [
        #"<https://a.b/c>; rel="next""#,
        "<https://a.b/c>;rel=next",
        " \t<https://a.b/c>\t; \trel \t= \tnext\t ",
        #"<https://a.b/c>; REL="NEXT""#,
        #"<https://a.b/c>; rel="last  next""#,
        #"<https://a.b/c>; title="rel=prev, <x>; \"y\""; rel="next""#,
        #"<https://a.b/c>; crossorigin; rel="next""#,
        #"<https://a.b/c>;; rel="next";"#,
        #",, <https://a.b/c>; rel="next","#,
        #"<https://a.b/c>; rel="ne\xt""#,
        #"<https://a.b/c>; rel="next"; rel="prev""#,
        #"<https://a.b/x>; rel="prev", <https://a.b/c>; rel="next""#,
        #"<https://a.b/x>; rel=prev; title=a,<https://a.b/c>; rel="next""#,
        #"<https://a.b/c>; rel="next", <https://a.b/d>; rel="next""#,
        #"<https://a.b/c>; rel="next", nonsense, <https://a.b/d>; rel="prev""#,
        #"<https://a.b/d>; rel="next"; anchor="https://a.b/other", <https://a.b/c>; rel="next""#,
        #"<https://a.b/c>; rel="next"; title="not closed"#,
        #"junk, <https://a.b/c>; rel=next"#,
        #"<https://a.b/x>; rel="first" crossorigin, <https://a.b/c>; rel=next"#,
        #"<https://a.b/x>; rel=first <y, z> "a, b", <https://a.b/c>; rel=next"#,
        // RFC 8288 has no such quotes, but some servers send them.
        "<https://a.b/c>; rel='next'", "<https://a.b/c>;rel='last next';title=it",
        #"<https://a.b/x>; rel="http://a.b/it'next", <https://a.b/c>; rel=next"#,
        #"<https://u:p@a.b/c>; rel=next"#, #"<ftp://a.b/x>; rel=next, <https://a.b/c>; rel=next"#,
    ])
    func nextPageIsRead(header: String) throws {
        #expect(try next(header) == "https://a.b/c")
    }

    @Test func firstRelParameterCounts() throws {
        #expect(try links(#"<https://a.b/c>; rel="next"; rel="prev""#)[1] == nil)
    }

    @Test func oneLinkMayHaveSeveralRelations() throws {
        #expect(
            try links(#"<https://a.b/c>; rel="prev first""#) == [nil, "https://a.b/c", "https://a.b/c", nil])
    }

    @Test func relationPreviousIsAnAliasOfPrev() throws {
        #expect(try links("<https://a.b/c>; rel=previous")[1] == "https://a.b/c")
    }

    @Test(arguments: [
        ("?page=3", "https://example.com/users?page=3"),
        ("/users?page=3\n", "https://example.com/users?page=3"),
        ("?a=%20b&page[number]=3", "https://example.com/users?a=%20b&page%5Bnumber%5D=3"),
        ("/people?page=3", "https://example.com/people?page=3"),
        ("more/3", "https://example.com/more/3"),
        ("//other.com/users", "https://other.com/users"),
    ])
    func linksMayBeRelative(target: String, address: String) throws {
        #expect(try next("<\(target)>; rel=next") == address)
    }

    @Test func addressesMayContainWhatSeparatesLinks() throws {
        let address = "https://a.b/c;d?ids=1,2,3&f=a;rel=prev"
        #expect(
            try links("<\(address)>; rel=next, <https://a.b/e>; rel=prev") == [
                address, "https://a.b/e", nil, nil,
            ])
    }

    @Test func anyBytesAreReadToTheEnd() {
        Seeds.forEach(300) { random in
            let pieces = [
                "<", ">", ";", ",", "\"", "\\", "=", " ", "\t", "rel", "next", "prev", "/a", "é", "\u{301}",
            ]
            let header = (0..<random.number(below: 24)).map { _ in pieces[random.number(below: pieces.count)]
            }
            .joined()
            let links = Array(LinkHeader(header))
            try Mismatch.unless(
                links.allSatisfy { header.utf8.count >= $0.target.utf8.count + 2 }, "of \(header)")
            // A well-formed first link is read, whatever follows it.
            let first = LinkHeader("</first>; rel=next, " + header).first { _ in true }
            try Mismatch.unless(
                first?.target == "/first" && first?.relations == ["next"], "the first link before \(header)")
        }
    }
}
