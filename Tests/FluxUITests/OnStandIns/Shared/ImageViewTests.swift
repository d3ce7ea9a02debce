import FluxImages
import FluxUI
import Foundation
import SeededRandom
import TestSupport
import Testing

#if canImport(UIKit)
    import UIKit
#else
    import AppKit
#endif

/// `show(_:from:)` of image views.
@MainActor
struct ImageViewTests {
    private let images = SystemImages()
    private let view = RecordingImageView()

    // row: `loadImage(with:into:)` of NukeExtensions row: `imageView.kf.setImage(with:)`, `KFImage`
    @Test func imageIsShownOnceItIsLoaded() {
        view.show(.named("cat"), from: images.loader)
        #expect(images.running == ["cat"])
        #expect(Set(view.shown) == ["none"])
        images.finish("cat")
        #expect(view.image?.description == "cat 40x40")
    }

    @Test func reusedViewNeverShowsTheImageBefore() {
        view.show(.named("cat"), from: images.loader)
        view.show(.named("dog"), from: images.loader)
        #expect(images.source.loads[0].isCancelled)
        images.finish("cat")
        #expect(Set(view.shown) == ["none"])
        images.finish("dog")
        #expect(view.image?.description == "dog 40x40")
        // Its image is gone before this call returns.
        view.show(.named("owl"), from: images.loader)
        #expect(view.image == nil)
    }

    @Test func imageInMemoryIsShownAtOnceWithoutAPlaceholder() {
        images.load("cat", for: ImageRequest(url: .named("cat")))
        images.load("dog", for: ImageRequest(url: .named("dog")))
        view.show(.named("cat"), from: images.loader, placeholder: makeImage("grey"))
        view.show(.named("dog"), from: images.loader, placeholder: makeImage("grey"))
        #expect(view.shown == ["cat 40x40", "dog 40x40"])
    }

    @Test func sameImageIsNotShownAgain() {
        view.show(.named("cat"), from: images.loader)
        images.finish("cat")
        let count = view.shown.count
        view.show(.named("cat"), from: images.loader)
        #expect(view.shown.count == count)
        #expect(images.source.loads.count == 1)
    }

    @Test func imageThatIsBeingLoadedFromTheServerIsNotRequestedTwice() {
        let request = ImageRequest(url: .named("cat"))
        let reload = request.with(source: .server)
        view.show(request, from: images.loader)
        images.finish("cat")
        // Each call replaces an image that is loaded.
        view.show(reload, from: images.loader)
        view.show(reload, from: images.loader)
        view.show(request, from: images.loader)
        #expect(images.source.loads.count == 2)
        #expect(!images.source.loads[1].isCancelled)
        images.source.loads[1].finish("image dog 40x40;")
        #expect(view.image?.description == "dog 40x40")
        view.show(reload, from: images.loader)
        #expect(images.source.loads.count == 3)
    }

    /// A URL may get another signature while the image is being loaded.
    @Test func imageIsLoadedFromARenewedURLIfTheLoadOfTheOldOneFails() {
        view.show(ImageRequest(url: .named("old"), identity: "cat"), from: images.loader)
        view.show(ImageRequest(url: .named("new"), identity: "cat"), from: images.loader)
        #expect(images.running == ["old"])
        images.source.loads[0].fail(.status(403, retryAfter: nil))
        #expect(images.running == ["old", "new"])
        images.finish("new")
        #expect(view.image?.description == "new 40x40")
        // Of one that is shown, the URL does not count.
        view.show(ImageRequest(url: .named("newer"), identity: "cat"), from: images.loader)
        #expect(images.source.loads.count == 2)
    }

    @Test func imageThatIsLookedForInTheCacheIsLoadedFromTheServerByAnotherCall() {
        let request = ImageRequest(url: .named("cat"))
        view.show(request.with(source: .cache), from: images.loader)
        view.show(request, from: images.loader)
        // It is being loaded from there.
        view.show(request.with(source: .cache), from: images.loader)
        images.finish("cat")
        #expect(view.image?.description == "cat 40x40")
        #expect(images.source.loads.count == 1)
    }

    @Test func imageThatIsReplacedInMemoryIsShownByTheNextCall() throws {
        let request = ImageRequest(url: .named("cat"))
        view.show(request, from: images.loader)
        images.finish("cat")
        let new = try #require(makeImage("new"))
        images.loader.insertImage(new, for: request)
        view.show(request, from: images.loader)
        #expect(view.shown.suffix(2) == ["cat 40x40", "new 1x1"])
        // One that leaves memory stays in its view.
        images.loader.trim(toCost: 0)
        view.show(request, from: images.loader)
        #expect(view.image?.description == "new 1x1")
        #expect(images.source.loads.count == 1)
    }

    /// A cell may remove its image before it is used again, also in the same row.
    @Test func imageThatTheAppHasReplacedIsShownAgain() {
        view.show(.named("cat"), from: images.loader)
        images.finish("cat")
        for other in [nil, makeImage("grey")] {
            view.image = other
            view.show(.named("cat"), from: images.loader)
            #expect(view.image?.description == "cat 40x40")
        }
        view.show(.named("dog"), from: images.loader, placeholder: makeImage("grey"))
        view.image = nil
        view.show(.named("dog"), from: images.loader, placeholder: makeImage("grey"))
        #expect(view.image?.description == "grey 1x1")
        images.finish("dog")
        #expect(view.image?.description == "dog 40x40")
        #expect(images.source.loads.count == 2)
    }

    @Test func imageThatIsRequestedWhileAnotherOneIsSetReplacesIt() {
        view.onImage = { [view, images] in
            if view.shown == ["grey 1x1"] { view.show(.named("dog"), from: images.loader) }
        }
        view.show(.named("cat"), from: images.loader, placeholder: makeImage("grey"))
        #expect(images.running == ["dog"])
        images.finish("dog")
        images.finish("cat")
        #expect(view.image?.description == "dog 40x40")
    }

    @Test func placeholderOfAViewThatIsClearedWhileAnImageIsSetStays() {
        let grey = makeImage("grey")
        view.onImage = { [view, images] in
            if view.shown.count == 1 { view.show(nil, from: images.loader, placeholder: grey) }
        }
        view.show(.named("cat"), from: images.loader)
        #expect(images.running.isEmpty)
        #expect(view.image === grey)
    }

    @Test func failureIsShownAndTheNextCallLoadsAgain() {
        view.show(
            .named("cat"), from: images.loader, placeholder: makeImage("grey"), failure: makeImage("red"))
        #expect(view.image?.description == "grey 1x1")
        images.fail("cat")
        #expect(view.image?.description == "red 1x1")
        view.show(.named("cat"), from: images.loader)
        #expect(view.image == nil)
        images.finish("cat")
        #expect(view.image?.description == "cat 40x40")
    }

    @Test func viewWithoutAnImageShowsThePlaceholder() {
        view.show(.named("cat"), from: images.loader)
        view.show(nil, from: images.loader, placeholder: makeImage("grey"))
        #expect(images.running == [])
        #expect(view.image?.description == "grey 1x1")
    }

    @Test func releasedViewCancelsItsLoad() {
        var view: RecordingImageView? = RecordingImageView()
        view?.show(.named("cat"), from: images.loader)
        #expect(images.running == ["cat"])
        view = nil
        #expect(images.running == [])
    }

    // row: `ImageDecoders.Default`, `ImageRequest.ThumbnailOptions`
    @Test func imageIsDecodedAtTheSizeOfItsView() {
        let scale = screenScale
        let view = RecordingImageView(frame: CGRect(x: 0, y: 0, width: 100 / scale, height: 100 / scale))
        view.show(.named("cat"), from: images.loader)
        images.finish("cat", "image cat 4000x2000;")
        // It covers the view.
        #expect(view.image?.description == "cat 200x100")
        view.show(
            ImageRequest(url: .named("dog"), variant: .size(width: 10, height: 40)), from: images.loader)
        images.finish("dog", "image dog 4000x2000;")
        #expect(view.image?.description == "dog 80x40")
        #expect(images.loader.memory.totalCost == (200 * 100 + 80 * 40) * 4)
    }

    /// A view on a screen of two pixels in a point.
    private func makeView(_ side: CGFloat) -> RecordingImageView {
        let view = RecordingImageView(frame: CGRect(x: 0, y: 0, width: side, height: side))
        #if !canImport(UIKit)
            view.windowScale = 2
        #endif
        return view
    }

    /// A view without constraints takes the size of its image.
    @Test func imageThatIsDecodedAtTheSizeOfItsViewHasTheScaleOfItsScreen() {
        let view = makeView(50)
        view.show(.named("cat"), from: images.loader, placeholder: makeImage("grey"))
        #expect(view.image?.size == CGSize(width: 1, height: 1))
        images.finish("cat", "image cat 4000x2000;")
        #expect(view.image?.description == "cat 200x100")
        #expect(view.image?.size == CGSize(width: 100, height: 50))
        // It is the same image for the next call, and in memory as it was decoded.
        let (count, image) = (view.shown.count, view.image)
        view.show(.named("cat"), from: images.loader)
        #expect(view.shown.count == count)
        #expect(view.image === image)
        let request = ImageRequest(url: .named("cat"), variant: .size(width: 100, height: 100))
        #expect(images.loader.cachedImage(for: request)?.size == CGSize(width: 200, height: 100))
        // It stays as it is until the view has one of its new size.
        view.frame.size = CGSize(width: 100, height: 100)
        view.show(.named("cat"), from: images.loader)
        #expect(view.image?.size == CGSize(width: 100, height: 50))
        images.finish("cat", "image cat 4000x2000;")
        #expect(view.image?.size == CGSize(width: 200, height: 100))
    }

    @Test func imageWithASizeOrAScaleOfItsOwnKeepsIt() {
        let view = makeView(50)
        let request = ImageRequest(url: .named("cat"), variant: .size(width: 40, height: 40))
        view.show(request, from: images.loader)
        images.finish("cat")
        #expect(view.image?.size == CGSize(width: 40, height: 40))
        let images = SystemImages(decoder: SystemImageDecoder(scale: 4))
        view.show(.named("dog"), from: images.loader)
        images.finish("dog")
        #expect(view.image?.size == CGSize(width: 10, height: 10))
    }

    @Test func previewHasTheScaleOfItsScreen() {
        let images = SystemImages(decoder: SystemImageDecoder(makesPreviews: true))
        let view = makeView(50)
        view.show(.named("cat"), from: images.loader)
        images.source.loads[0].respond(length: 100)
        images.source.loads[0].send("image cat 400x400; pixels")
        #expect(view.image?.size == CGSize(width: 50, height: 50))
    }

    #if canImport(UIKit)
        @Test func scaledImageIsStillTurnedAndATemplate() throws {
            let view = makeView(50)
            let request = ImageRequest(url: .named("cat"), variant: .size(width: 100, height: 100))
            let bitmap = CGImage(name: "cat", width: 40, height: 20)
            images.loader.insertImage(
                UIImage(cgImage: bitmap, scale: 1, orientation: .right).withRenderingMode(.alwaysTemplate),
                for: request)
            view.show(.named("cat"), from: images.loader)
            let image = try #require(view.image)
            #expect(image.scale == 2)
            #expect(image.imageOrientation == .right)
            #expect(image.renderingMode == .alwaysTemplate)
        }

        @Test func scaledAnimationKeepsItsFramesAndTimes() throws {
            let images = SystemImages(decoder: SystemImageDecoder(animationLimit: .max))
            let view = makeView(10)
            view.show(.named("cat"), from: images.loader)
            images.finish("cat", "image cat 40x40;gif 100 300;")
            let image = try #require(view.image)
            #expect(image.size == CGSize(width: 10, height: 10))
            #expect(
                image.images?.map(\.description) == ["cat", "cat1", "cat1", "cat1"].map { "\($0) 20x20" })
            #expect(image.images?[1] === image.images?[3])
            #expect(image.duration == 0.4)
        }
    #endif

    /// As in a cell that has no size when it is configured for the first time.
    @Test func imageStaysUntilItIsDecodedAtTheNewSizeOfItsView() {
        let scale = screenScale
        view.show(.named("cat"), from: images.loader, placeholder: makeImage("grey"))
        images.finish("cat", "image cat 400x400;")
        let count = view.shown.count
        for side in [100, 50] {
            view.frame.size = CGSize(width: CGFloat(side) / scale, height: CGFloat(side) / scale)
            view.show(.named("cat"), from: images.loader, placeholder: makeImage("grey"))
        }
        #expect(Set(view.shown.dropFirst(count)) == ["cat 400x400"])
        weak let original = view.image
        images.loader.trim(toCost: 0)
        images.finish("cat", "image cat 400x400;")
        #expect(view.image?.description == "cat 50x50")
        #expect(original == nil)
        // Not that of another request.
        view.show(ImageRequest(url: .named("cat"), variant: .named("grey")), from: images.loader)
        #expect(view.image == nil)
    }

    @Test func loadGoesOnForTheNewSizeOfAView() {
        view.frame.size = CGSize(width: 44, height: 44)
        view.show(.named("cat"), from: images.loader)
        view.frame.size = CGSize(width: 50, height: 50)
        view.show(.named("cat"), from: images.loader)
        #expect(images.source.loads.map(\.isCancelled) == [false])
        view.show(.named("dog"), from: images.loader)
        #expect(images.source.loads.map(\.isCancelled) == [true, false])
    }

    @Test func failureAtTheNewSizeOfAViewIsShown() {
        view.show(.named("cat"), from: images.loader)
        images.finish("cat")
        view.frame.size = CGSize(width: 10, height: 10)
        view.show(.named("cat"), from: images.loader, failure: makeImage("red"))
        #expect(view.image?.description == "cat 40x40")
        images.fail("cat")
        #expect(view.image?.description == "red 1x1")
    }

    @Test func decodedImagesAreUprightAndNoLargerThanTheOriginal() throws {
        let decoder = SystemImageDecoder(scale: 2)
        let request = ImageRequest(url: .named("cat"), variant: .size(width: 100, height: 100))
        func decode(_ text: String) throws -> SystemImage {
            try decoder.decode(Data(text.utf8), for: request)
        }
        #expect(try decode("image cat 800x400;turned 6;").description == "cat 100x200")
        #expect(try decode("image cat 60x30;").description == "cat 60x30")
        #expect(try decode("image cat 60x30;").size == CGSize(width: 30, height: 15))
        let original = try decoder.decode(
            Data("image cat 800x400;turned 3;".utf8), for: request.with(variant: nil))
        #expect(original.description == "cat 800x400")
        #expect(original.isReadyToBeDrawn)
    }

    @Test func bytesThatAreNoImageFail() {
        view.show(.named("cat"), from: images.loader, failure: makeImage("red"))
        images.finish("cat", "<html>")
        #expect(view.image?.description == "red 1x1")
    }

    @Test func previewIsShownWhileTheRestIsLoaded() {
        let images = SystemImages(decoder: SystemImageDecoder(makesPreviews: true))
        view.show(.named("cat"), from: images.loader)
        let load = images.source.loads[0]
        load.respond(length: 100)
        load.send("image cat")
        #expect(view.image == nil)
        load.send(" 40x40; pixels")
        #expect(view.image?.description == "cat 40x40")
        #expect(!images.loader.isAtRest)
        // The views of decoders without previews show the placeholder.
        let other = SystemImages()
        self.view.show(.named("cat"), from: other.loader)
        other.source.loads[0].respond(length: 100)
        other.source.loads[0].send("image cat 40x40; pixels")
        #expect(self.view.image == nil)
    }

    /// Views are given rows and lose them, and transfers end, in any order.
    @Test(arguments: Seeds.make(50)) func viewsShowTheirOwnRowsOnly(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let images = SystemImages { $0.memoryCountLimit = 3 }
        let views = (0..<4).map { _ in RecordingImageView() }
        var rows: [String?] = Array(repeating: nil, count: views.count)
        for _ in 0..<60 {
            let name = "row\(random.number(below: 8))"
            let index = random.number(below: views.count)
            switch random.number(below: 6) {
            case 0: images.finish(name)
            case 1: images.fail(name)
            case 2:
                rows[index] = nil
                views[index].show(nil, from: images.loader)
            default:
                let isInMemory = images.loader.cachedImage(at: .named(name)) != nil
                let count = views[index].shown.count
                rows[index] = name
                views[index].show(.named(name), from: images.loader)
                if isInMemory {
                    let new = views[index].shown.dropFirst(count)
                    #expect(new.allSatisfy { $0 == "\(name) 40x40" }, "FLUX_SEED=\(seed)")
                    #expect(views[index].image != nil, "FLUX_SEED=\(seed)")
                }
            }
            for (view, row) in zip(views, rows) {
                let isRight = view.image.map { $0.description == row.map { "\($0) 40x40" } } ?? true
                #expect(isRight, "\(view.image?.description ?? "") in \(row ?? "none"), FLUX_SEED=\(seed)")
            }
        }
        for (view, row) in zip(views, rows) {
            guard let row else { continue }
            view.show(.named(row), from: images.loader)
            images.finish(row)
            #expect(view.image?.description == "\(row) 40x40", "FLUX_SEED=\(seed)")
        }
    }

    /// The scale of views on the stand-in's screen.
    private var screenScale: CGFloat {
        #if canImport(UIKit)
            view.traitCollection.displayScale
        #else
            1
        #endif
    }
}

extension SystemImage {
    fileprivate var isReadyToBeDrawn: Bool {
        #if canImport(UIKit)
            isPrepared && cgImage?.isDecoded == true
        #else
            source.isDecoded
        #endif
    }
}
