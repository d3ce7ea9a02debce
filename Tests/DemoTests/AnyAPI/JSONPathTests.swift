import Flux
import Testing

@testable import Demo

struct JSONPathTests {
    private static let body = JSONValue.object([
        "name": .text("x"), "none": .null, "7": .text("seven"),
        "images": .array([.object(["url": .text("first")]), .object(["url": .text("second")])]),
    ])

    @Test(arguments: [
        ("name", "x"), ("7", "seven"), ("images.0.url", "first"), ("images[1].url", "second"),
    ])
    func valuesAreFound(path: String, text: String) throws {
        #expect(try Self.body.value(at: #require(JSONPath(path))) == .text(text))
    }

    @Test(arguments: ["other", "none", "none.x", "other.x", "images.2", "images.2.url", "images.0.title"])
    func missingOrNullValueIsNil(path: String) throws {
        #expect(try Self.body.value(at: #require(JSONPath(path))) == nil)
    }

    @Test func emptyPathGivesTheBody() throws {
        #expect(try Self.body.value(at: JSONPath(steps: [])) == Self.body)
        #expect(try JSONValue.null.value(at: JSONPath(steps: [])) == .null)
    }

    @Test(arguments: [
        ("name.first", "'name' is text, which has no 'first'"),
        ("images.url", "'images' is an array, which has no 'url'"),
        ("images.-1", "'images' is an array, which has no '-1'"),
        ("images.0.url.x", "'images.0.url' is text, which has no 'x'"),
    ])
    func errorSaysWhichStepHasAnotherType(path: String, complaint: String) throws {
        let path = try #require(JSONPath(path))
        let error = #expect(throws: JSONMismatch.self) { try Self.body.value(at: path) }
        #expect(error?.description == complaint)
    }

    @Test func bodyThatIsNotAnObjectHasNoFields() {
        let path = JSONPath(steps: ["next"])
        let error = #expect(throws: JSONMismatch.self) { try JSONValue.array([]).value(at: path) }
        #expect(error?.description == "the body is an array, which has no 'next'")
    }
}
