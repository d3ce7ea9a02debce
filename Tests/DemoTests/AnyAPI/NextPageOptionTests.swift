import Flux
import Testing

@testable import Demo

struct NextPageOptionTests {
    @Test(arguments: [
        ("link", NextPageRule.link), ("none", .single),
        ("field:meta.next", .address(at: "meta.next")),
        ("cursor:next", .cursor(at: "next", as: "cursor")),
        ("cursor:meta.next=after", .cursor(at: "meta.next", as: "after")),
        ("since", .keyset(as: "since")), ("since=after_id", .keyset(as: "after_id")),
        ("page", .page(as: "page")), ("page=p", .page(as: "p")),
        ("offset", .offset(as: "offset")), ("offset=skip", .offset(as: "skip")),
        ("cursor:a.end=body:variables.after", .cursor(at: "a.end", as: .body("variables.after"))),
        ("page=body:p", .page(as: .body("p"))), ("offset=body:from", .offset(as: .body("from"))),
        ("since=body:a", .keyset(as: .body("a"))), ("since:a.b", .keyset(by: "a.b")),
        ("since:sort=body:search_after", .keyset(by: "sort", as: .body("search_after"))),
        ("header:X-Next", .header("X-Next", as: "cursor")),
        ("header:X-Next=after", .header("X-Next", as: "after")),
        ("header:Next-Range=header:Range", .header("Next-Range", as: .header("Range"))),
        ("page=bodyless", .page(as: "bodyless")),
    ])
    func readsEachForm(text: String, next: NextPageRule) throws {
        #expect(try NextPageRule(option: text) == next)
    }

    @Test(arguments: [
        "", "magic", "none:x", "none=x", "Link", "link:x", "link=x", "field", "field:", "field:a..b",
        "field:a=b", "cursor",
        "cursor:",
        "cursor:a=", "cursor:a=body:", "page=body:a..b", "header:", "header:a b", "header:X=",
        "header:X=header:", "since:", "since=", "since:a..b", "since:id=", "page=", "page:2",
        "offset=",
    ])
    func errorListsTheAcceptedForms(text: String) {
        let error = #expect(throws: UsageError.self) { try NextPageRule(option: text) }
        #expect(
            error?.message
                == "--next takes one of link, field:PATH, cursor:PATH[=NAME], header:FIELD[=NAME], since[:PATH][=NAME], "
                + "page[=NAME], offset[=NAME], none, not '\(text)'")
    }

    @Test(arguments: [
        "link", "none", "field:meta.next", "cursor:next=after", "header:X-Next=cursor", "since=after_id",
        "since:created=after", "page",
        "page=p", "offset", "offset=skip", "cursor:a.end=body:variables.after",
        "header:Next-Range=header:Range",
    ])
    func ruleIsWrittenAsItIsRead(text: String) throws {
        #expect(try NextPageRule(option: text).option == "--next \(text)")
    }

    @Test(arguments: [
        (NextPageRule.offset(as: "$skip"), "--next 'offset=$skip'"),
        (.page(as: "page[number]"), "--next 'page=page[number]'"),
        (.page(as: "a'b"), #"--next 'page=a'\''b'"#),
        (.cursor(at: #"@odata\.next"#, as: "x"), #"--next 'cursor:@odata\.next=x'"#),
    ])
    func optionIsQuotedForAShell(rule: NextPageRule, option: String) {
        #expect(rule.option == option)
    }
}
