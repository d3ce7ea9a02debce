import FluxImages
import FluxUI
import Foundation
import Testing

#if canImport(UIKit)
    import UIKit
#else
    import AppKit
#endif

/// Images with several frames.
@MainActor
struct AnimationTests {
    private let small = ImageRequest(url: .named("cat"), variant: .size(width: 20, height: 20))

    private func decode(_ text: String, limit: Int) throws -> SystemImage {
        try SystemImageDecoder(animationLimit: limit).decode(Data(text.utf8), for: small)
    }

    @Test func animatedImageIsItsFirstFrameUnlessItIsRequested() throws {
        let image = try SystemImageDecoder().decode(Data("image cat 40x40;gif 100 100;".utf8), for: small)
        #expect(image.frames == ["cat 20x20"])
        #expect(SystemImageDecoder().cost(of: image) == 20 * 20 * 4)
    }

    @Test func imageOverTheLimitIsItsFirstFrame() throws {
        // With AppKit, its frames have the size of the original.
        let size = SystemImage.framesHaveTheSizeOfTheOriginal ? 40 * 40 * 4 : 20 * 20 * 4
        let text = "image cat 40x40;gif 100 100 100;"
        let within = try decode(text, limit: 3 * size)
        #expect(within.frames.count == 3)
        #expect(SystemImageDecoder().cost(of: within) == 3 * size)
        #expect(within.size == CGSize(width: 20, height: 20))
        #expect(try decode(text, limit: 3 * size - 1).frames == ["cat 20x20"])
    }

    @Test func filesWithSeveralPagesAreNotAnimated() throws {
        #expect(try decode("image cat 40x40;pages 3;", limit: .max).frames.count == 1)
        #expect(try decode("image cat 40x40;gif 100;", limit: .max).frames.count == 1)
    }

    @Test func viewShowsTheAnimationAndItsCostIsThatOfAllFrames() {
        let images = SystemImages(decoder: SystemImageDecoder(animationLimit: 1_000_000))
        let view = RecordingImageView()
        view.show(.named("cat"), from: images.loader)
        images.finish("cat", "image cat 40x40;gif 100 100;")
        #expect(view.image?.frames.count == 2)
        #expect(images.loader.memory.totalCost == 2 * 40 * 40 * 4)
        #if !canImport(UIKit)
            #expect(view.animates)
        #endif
    }

    #if canImport(UIKit)
        @Test func framesAreShownForTheirTimes() throws {
            let image = try decode("image cat 40x40;gif 100 300 200;", limit: .max)
            #expect(
                image.frames == ["cat", "cat1", "cat1", "cat1", "cat2", "cat2"].map { "\($0) 20x20" })
            #expect(image.duration == 0.6)
            #expect(image.images?.allSatisfy(\.isPrepared) == true)
            // A frame that is repeated is in memory once.
            #expect(SystemImageDecoder().cost(of: image) == 3 * 20 * 20 * 4)
            // Delays that are too short to be meant.
            #expect(try decode("image cat 40x40;png 0 10;", limit: .max).duration == 0.2)
            #expect(try decode("image cat 40x40;png 20 30;", limit: .max).frames.count == 5)
        }

        @Test func longTimesBesideShortOnesAreRounded() throws {
            let delays = Array(repeating: "600000 30 20 ", count: 100).joined()
            let image = try decode("image cat 40x40;png \(delays);", limit: .max)
            #expect((10_000..<10_400).contains(image.frames.count))
            #expect(Set(image.frames).count == 300)
            #expect(image.duration == 60_005)
        }
    #endif
}

extension SystemImage {
    fileprivate var frames: [String] {
        #if canImport(UIKit)
            (images ?? [self]).map(\.description)
        #else
            let count = representations.compactMap { $0 as? NSBitmapImageRep }
                .compactMap { $0.value(forProperty: .frameCount) as? Int }.max()
            return Array(repeating: description, count: count ?? 1)
        #endif
    }

    fileprivate static var framesHaveTheSizeOfTheOriginal: Bool {
        #if canImport(UIKit)
            false
        #else
            true
        #endif
    }
}
