import FluxImages
import FluxLoading
import Foundation
import LoadingTestSupport
import TestSupport
import Testing

/// Confirmations of images that are validated each time.
struct ImageConfirmationTests {
    private final class CountingDisk: DataCaching {
        let entries = EntriesInMemory()
        let stores = Log<String>()

        func entry(for key: String) -> CacheEntry? { entries.entry(for: key) }

        func store(_ entry: CacheEntry, for key: String) {
            stores.append(key)
            entries.store(entry, for: key)
        }

        func remove(_ key: String) { entries.remove(key) }
    }

    @Test(arguments: ["no-cache", "max-age=0", "max-age=0, must-revalidate"])
    func confirmationsAreStoredOnlyIfAnotherFieldThanTheTimeHasChanged(control: String) throws {
        let disk = CountingDisk()
        let fixture = ImageFixture { $0.diskCache = disk }
        fixture.load("cat", ["Cache-Control": control, "ETag": "\"a\"", "Date": Self.date(0)])
        func confirm(_ load: Int, _ control: String) throws {
            fixture.time.advance(by: .seconds(1))
            let probe = fixture.probe()
            try #require(fixture.loads.count == load + 1)
            #expect(fixture.loads[load].request.value(forHTTPHeaderField: "If-None-Match") == "\"a\"")
            fixture.loads[load].confirm(["Cache-Control": control, "Date": Self.date(load)])
            #expect(probe.lines.suffix(2) == ["loaded cat from disk", "finished"])
            fixture.loader.removeAllCachedImages()
        }
        for load in 1...2 { try confirm(load, control) }
        #expect(disk.stores.count == 1)
        try confirm(3, "max-age=60")
        #expect(disk.stores.count == 2)
        #expect(fixture.probe().lines.suffix(2) == ["loaded cat from disk", "finished"])
        #expect(fixture.loads.count == 4)
    }

    /// An entry expires in a cache, counted from when it was stored.
    @Test func confirmationIsStoredAfterAnHour() {
        let disk = CountingDisk()
        let fixture = ImageFixture { $0.diskCache = disk }
        fixture.load("cat", ["Cache-Control": "max-age=0", "ETag": "\"a\""])
        for (load, stores) in [(1, 1), (2, 2), (3, 2), (4, 3)] {
            fixture.time.advance(by: .seconds(1_800))
            _ = fixture.probe()
            fixture.loads[load].confirm()
            fixture.loader.removeAllCachedImages()
            #expect(disk.stores.count == stores)
        }
    }

    /// Another request may show the image without a validation.
    @Test func confirmationThatARequestRequiresIsStored() {
        let disk = CountingDisk()
        let fixture = ImageFixture { $0.diskCache = disk }
        fixture.load("cat", ["Cache-Control": "max-age=60", "ETag": "\"a\""])
        _ = fixture.probe(ImageRequest(url: .image, headers: ["Cache-Control": "no-cache"]))
        fixture.loads[1].confirm()
        #expect(disk.stores.count == 2)
    }

    private static func date(_ second: Int) -> String { "Mon, 12 Jan 1970 13:46:4\(second) GMT" }
}
