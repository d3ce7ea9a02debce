import FluxImages
import FluxUI
import Foundation
import Testing

#if canImport(UIKit)
    import UIKit

    @MainActor
    private func warn() {
        NotificationCenter.default.post(
            name: UIApplication.didReceiveMemoryWarningNotification, object: nil)
    }

    @MainActor
    private func enterBackground() {
        NotificationCenter.default.post(name: UIApplication.didEnterBackgroundNotification, object: nil)
    }
#else
    import AppKit

    @MainActor
    private func warn() {
        raiseMemoryPressure(.warning)
    }

    @MainActor
    private func enterBackground() {
        NotificationCenter.default.post(name: NSApplication.didHideNotification, object: nil)
    }
#endif

/// What loaders release by themselves.
@MainActor
@Suite(.serialized)
struct MemoryTests {
    private func makeImages(count: Int) -> SystemImages {
        // An image costs 6,400 bytes.
        let images = SystemImages { $0.memoryCostLimit = 64_000 }
        for number in 0..<count { images.load("\(number)", for: ImageRequest(url: .named("\(number)"))) }
        return images
    }

    @Test func warningEmptiesTheMemory() {
        let images = makeImages(count: 8)
        images.loader.trimAutomatically()
        #expect(images.loader.memory.count == 8)
        warn()
        #expect(images.loader.memory.count == 0)
        // The next one, too.
        images.load("9", for: ImageRequest(url: .named("9")))
        warn()
        #expect(images.loader.memory.count == 0)
    }

    @Test func aTenthRemainsInTheBackground() {
        let images = makeImages(count: 8)
        images.loader.trimAutomatically()
        enterBackground()
        #expect(images.loader.memory.count == 1)
        #expect(images.loader.cachedImage(at: .named("7")) != nil)
    }

    @Test func loadersThatDoNotTrimAutomaticallyKeepTheirImages() {
        let images = makeImages(count: 8)
        warn()
        enterBackground()
        #expect(images.loader.memory.count == 8)
    }

    @Test func loaderIsNotRetained() {
        var images: SystemImages? = makeImages(count: 1)
        weak let loader = images?.loader
        images?.loader.trimAutomatically()
        images = nil
        #expect(loader == nil)
        warn()
    }

    @Test func systemLoaderDecodesAndTrims() async throws {
        let data = Data("image cat 30x20;".utf8).base64EncodedString()
        let url = try #require(URL(string: "data:image/png;base64,\(data)"))
        let loader = ImageLoader<SystemImage>.system
        #expect(loader === ImageLoader<SystemImage>.system)
        var last: SystemImage?
        for await state in loader.image(at: url).values where state.isFinal { last = state.image }
        #expect(last?.description == "cat 30x20")
        #expect(loader.cachedImage(at: url) != nil)
        warn()
        #expect(loader.cachedImage(at: url) == nil)
    }
}
