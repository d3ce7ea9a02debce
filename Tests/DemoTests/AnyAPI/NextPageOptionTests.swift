import Flux
import Testing

@testable import Demo

struct NextPageTests {
    @Test(arguments: [
        ("link", NextPage.link),
        ("field:meta.next", .field(JSONPath(steps: ["meta", "next"]))),
        ("cursor:next", .cursor(JSONPath(steps: ["next"]), parameter: "cursor")),
        ("cursor:meta.next=after", .cursor(JSONPath(steps: ["meta", "next"]), parameter: "after")),
        ("since", .since(parameter: "since")), ("since=after_id", .since(parameter: "after_id")),
        ("page", .page(parameter: "page")), ("page=p", .page(parameter: "p")),
        ("offset", .offset(parameter: "offset")), ("offset=skip", .offset(parameter: "skip")),
    ])
    func readsEachForm(text: String, next: NextPage) throws {
        #expect(try NextPage(text) == next)
    }

    @Test(arguments: [
        "", "magic", "Link", "link:x", "link=x", "field", "field:", "field:a..b", "field:a=b", "cursor",
        "cursor:",
        "cursor:a=", "since:", "since=", "since:id", "page=", "page:2", "offset=",
    ])
    func errorListsTheAcceptedForms(text: String) {
        let error = #expect(throws: UsageError.self) { try NextPage(text) }
        #expect(
            error?.message
                == "--next takes one of link, field:PATH, cursor:PATH[=NAME], since[=NAME], page[=NAME], "
                + "offset[=NAME], not '\(text)'")
    }
}
