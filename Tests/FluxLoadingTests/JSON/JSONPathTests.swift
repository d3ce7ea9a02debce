@testable import FluxLoading
import Testing

struct JSONPathTests {
    @Test(arguments: [
        ("id", ["id"]), ("data.items", ["data", "items"]), ("images.0.url", ["images", "0", "url"]),
        ("images[0].url", ["images", "0", "url"]), ("a[1][2]", ["a", "1", "2"]),
        (#"@odata\.nextLink"#, ["@odata.nextLink"]), (#"a\\b.c"#, [#"a\b"#, "c"]), (#"a\[0\]"#, ["a[0]"]),
        ("first name", ["first name"]),
    ])
    func stepsAreRead(text: String, steps: [String]) {
        #expect(JSONPath(text)?.steps == steps)
    }

    @Test(arguments: ["", ".", "a.", ".a", "a..b", "a[]", "a[0]b", "[0]", #"a\"#])
    func emptyStepIsRefused(text: String) {
        #expect(JSONPath(text) == nil)
    }

    @Test(arguments: ["a", "a.0.b", #"@odata\.nextLink"#, #"a\\b"#, #"page\[number\]"#])
    func descriptionReadsBack(text: String) throws {
        #expect(try #require(JSONPath(text)).description == text)
    }

    /// Found by `.ci/fuzz`: brackets of names were printed as those of an index.
    @Test(arguments: ["page[number]", "a.b", #"\"#, "[", "]", "]x", "[0]", "é.[ü]", "\u{301}"])
    func pathOfAnyNameReadsBack(name: String) {
        for path in [JSONPath(steps: [name]), JSONPath(steps: ["a", name, "0"])] {
            #expect(JSONPath("\(path)") == path)
        }
    }

    @Test func literalIsAPath() {
        let path: JSONPath = "data.items"
        #expect(path.steps == ["data", "items"])
        #expect(JSONPath.body.quoted == "the body")
    }
}
