import FluxLoading
import Foundation
import TestSupport
import Testing

@testable import PagingOperators

/// How fields of a body are found among many others.
struct BodyOutlineTests {
    /// A field is found without comparing it to all others, of which a body may have thousands.
    @Test func fieldsAreFoundWithFewComparisons() {
        let comparisons = Box(0)
        let objects = (0..<1_000).map { CountedName(number: $0, comparisons: comparisons) }
        var index = FieldIndex<CountedName>()
        for object in objects { index.add(object.number, of: object, named: "next") }
        for object in objects {
            #expect(index.positions(of: object, named: ["next", "previous"]) == [object.number])
        }
        #expect(comparisons.value < 100_000, "\(comparisons.value) comparisons")
    }

    @Test func fieldsAreFoundByObjectAndName() throws {
        let body = #"""
            {"a":{"Next_Page":1,"b":[],"nextPage":2},"next_page":3,"b":{"a":{}},"a":{"next_page":4,"b":5}}
            """#
        let outline = try BodyOutline(JSONText(Data(body.utf8)))
        func numbers(_ fields: [BodyOutline.Field]) -> [Int?] { fields.map(\.value.integer) }
        #expect(numbers(outline.fields(of: "a", named: ["nextpage"])) == [1, 2, 4])
        #expect(numbers(outline.fields(of: .body, named: ["nextpage"])) == [3])
        #expect(numbers(outline.fields(at: "a.next_page")) == [4])
        #expect(outline.fields(of: "a", named: ["b", "nextpage"]).map(\.name).count == 5)
        #expect(numbers(outline.fields(of: "a", named: ["nextpage", "b"])) == [1, nil, 2, 4, 5])
        #expect(outline.fields(at: "b").map(\.value.kind) == [.object])
        #expect(outline.fields(at: "b.a.c").isEmpty && outline.fields(at: .body).isEmpty)
        for field in outline.fields {
            let found = outline.fields(at: field.path)
            #expect(found.count == outline.fields.count { $0.path == field.path })
            #expect(found.contains { $0.value.hasSameBytes(as: field.value) })
        }
    }

    /// A field describes the items within its outermost object that has no usual name.
    @Test(
        arguments: [
            ("total", .body), ("meta.total", .body), ("meta.pagination.total", .body), ("a.total", "a"),
            ("a.meta.total", "a"), ("meta.a.total", "meta.a"), ("total.value", .body),
            ("a.total.value", "a"), ("value", .body), ("a.value", "a"), ("a.total.size", "a.total"),
        ] as [(JSONPath, JSONPath)])
    func scopeOfAField(path: JSONPath, scope: JSONPath) throws {
        let field = BodyOutline.Field(path: path, value: try JSONText(Data("1".utf8)))
        #expect(field.scope == scope)
        #expect(field.isBeside(scope.appending("b").appending("items")))
        #expect(scope == .body || !field.isBeside("b.items"))
    }

    @Test func pathsWithTheirParents() {
        let paths: [JSONPath] = ["a.b.c", "a.b.d", "e"]
        #expect(paths.withParents == ["a.b.c", "a.b.d", "a.b", "a", "e", .body])
        #expect([JSONPath]().withParents == [])
    }
}
