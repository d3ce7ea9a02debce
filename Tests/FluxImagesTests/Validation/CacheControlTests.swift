import Testing

@testable import FluxImages

struct CacheControlTests {
    @Test func directivesAreRead() {
        let control = CacheControl("Public, MAX-AGE=60, stale-while-revalidate = \"30\", must-revalidate")
        #expect(control.maxAge == .seconds(60))
        #expect(control.staleWhileRevalidate == .seconds(30))
        #expect(control.mustRevalidate && !control.noCache && !control.noStore)
    }

    @Test func commaWithinQuotationMarksDoesNotSeparate() {
        let control = CacheControl("no-cache=\"Set-Cookie, no-store\", private=\"a, no-store\"")
        #expect(!control.noStore)
        // It concerns the named fields only.
        #expect(!control.noCache)
    }

    @Test(arguments: [
        ("max-age=", Duration.zero), ("max-age=-1", .zero), ("max-age=1.5", .zero), ("max-age=ten", .zero),
        ("max-age=99999999999999999999", .seconds(1 << 31)), ("max-age=10, max-age=5", .seconds(5)),
    ])
    func malformedAgeIsStale(field: String, age: Duration) {
        #expect(CacheControl(field).maxAge == age)
    }

    @Test func nothingIsReadFromNothing() {
        #expect(CacheControl("") == CacheControl())
        #expect(CacheControl(",,=, =1,;") == CacheControl())
    }
}
