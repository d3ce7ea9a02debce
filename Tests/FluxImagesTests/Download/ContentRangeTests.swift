import Testing

@testable import FluxImages

struct ContentRangeTests {
    @Test func rangeAndTotalAreRead() {
        #expect(ContentRange("bytes 10-19/20")?.range == 10...19)
        #expect(ContentRange("Bytes 10-19/20")?.total == 20)
        #expect(ContentRange("bytes 0-0/*")?.total == nil)
    }

    @Test(arguments: [
        "", "bytes", "bytes */20", "bytes 10-9/20", "bytes 10-20/20", "bytes 1-2", "items 1-2/3",
        "bytes -1-2/3",
        "bytes 1-2/x", "bytes +1-2/3", "bytes 1-2/3/4", "bytes 1-99999999999999999999/*",
    ])
    func malformedRangeIsNotRead(field: String) {
        #expect(ContentRange(field) == nil)
    }
}
