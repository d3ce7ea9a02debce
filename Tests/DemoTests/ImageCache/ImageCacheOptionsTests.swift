import Testing

@testable import Demo

struct ImageCacheOptionsTests {
    @Test func everyOptionIsRead() throws {
        let options = try Options(
            ["--image-cache", "images", "--image-cache-size", "20", "--image-cache-expiry=60"])
        #expect(options.imageCache.folder == "images")
        #expect(options.imageCache.megabytes == 20)
        #expect(options.imageCache.expiry == 60)
    }

    @Test func imagesAreNotStoredByDefault() throws {
        let options = try Options().imageCache
        #expect(options.folder == nil && options.expiry == nil)
        #expect(options.megabytes == 150)
        #expect(try options.open() == nil)
    }

    @Test func helpListsEveryOption() {
        for option in ["--image-cache DIR", "--image-cache-size MB", "--image-cache-expiry S"] {
            #expect(Options.help.contains("\n  \(option)"))
        }
        #expect(Options.help.contains("(150)"))
    }

    @Test(arguments: [
        (["--image-cache"], "--image-cache requires a value"),
        (["--image-cache="], "--image-cache takes the path of a folder, not ''"),
        (["--image-cache-size", "20"], "--image-cache-size requires --image-cache"),
        (["--image-cache-expiry", "20"], "--image-cache-expiry requires --image-cache"),
        (
            ["--image-cache=x", "--image-cache-size", "0"],
            "--image-cache-size takes a whole number from 1 to 1000000, not '0'"
        ),
        (
            ["--image-cache=x", "--image-cache-expiry", "-1"],
            "--image-cache-expiry takes a whole number from 0 to 1000000, not '-1'"
        ),
        (
            ["states", "http://h/", "--image-cache=x", "--no-images"],
            "--image-cache cannot be combined with --no-images"
        ),
    ])
    func usageErrorIsOneLine(arguments: [String], message: String) {
        let error = #expect(throws: UsageError.self) { try Options(arguments) }
        #expect(error?.description == "Demo: \(message); see --help")
    }
}
