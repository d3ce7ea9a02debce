import Foundation
import LoadingTestSupport
import Streams
import TestSupport
import Testing

@testable import FluxImages

struct ImagePreviewTests {
    /// Decodes the first letters of a text, too.
    private struct LetterDecoder: ImageDecoding {
        let makesPreviews = true
        let previews = Log<String>()

        func decode(_ data: Data, for request: ImageRequest) throws -> Picture {
            Picture(String(decoding: data, as: UTF8.self))
        }

        func preview(_ data: Data, for request: ImageRequest) -> Picture? {
            let text = String(decoding: data, as: UTF8.self)
            previews.append(text)
            return text.count < 2 ? nil : Picture("\(text)…")
        }

        func cost(of image: Picture) -> Int? { 100 * image.description.count }
    }

    private let source = ScriptedDataLoader()
    private let decoder = LetterDecoder()

    private func loader(decodingOn scheduler: any Scheduler = ImmediateScheduler.shared) -> ImageLoader<
        Picture
    > {
        var configuration = ImageLoader<Picture>.Configuration.scripted(source)
        configuration.decodeScheduler = scheduler
        configuration.processors["round"] = { picture, _ in Picture("round \(picture)") }
        return ImageLoader(configuration: configuration, decoder: decoder)
    }

    // row: `isProgressiveDecodingEnabled`
    @Test func previewReplacesThePlaceholderAsMoreArrives() {
        let probe = StateProbe(loader().image(at: .image))
        source.loads[0].respond(length: 8)
        for part in ["a", "b", "c", "d", "e", "f"] { source.loads[0].send(part) }
        #expect(decoder.previews.entries == ["a", "ab", "abcd"])
        #expect(probe.states.last?.image == Picture("abcd…"))
        #expect(probe.states.last?.progress == ImageProgress(received: 6, expected: 8))
        source.loads[0].send("gh")
        source.loads[0].finish()
        #expect(probe.states.last?.image == Picture("abcdefgh"))
        #expect(probe.states.first?.image == .placeholder)
    }

    /// The request that has begun the fetch may have no observer any more, or be that of a prefetch.
    @Test func rowOfAnotherVariantShowsPreviews() {
        let loader = loader()
        let first = StateProbe(loader.image(for: ImageRequest(url: .image, variant: .named("small"))))
        let second = StateProbe(loader.image(at: .image))
        first.cancel()
        source.loads[0].respond(length: 8)
        source.loads[0].send("abcd")
        #expect(second.states.last?.image == Picture("abcd…"))
        source.loads[0].send("efgh")
        source.loads[0].finish()
        #expect(second.states.last?.image == Picture("abcdefgh"))
    }

    @Test func viewThatIsAddedShowsTheLastPreviewAtOnce() {
        let loader = loader()
        let first = StateProbe(loader.image(at: .image))
        source.loads[0].respond(length: 8)
        source.loads[0].send("abcd")
        let second = StateProbe(loader.image(at: .image))
        #expect(second.lines == ["loading 4/8"])
        #expect(second.states.last?.image == Picture("abcd…"))
        let small = StateProbe(loader.image(for: ImageRequest(url: .image, variant: .named("small"))))
        #expect(small.states.last?.image == .placeholder, "Its own variant has none yet.")
        for probe in [first, second, small] { probe.cancel() }
        #expect(loader.isAtRest)
    }

    @Test func viewThatIsAddedBeforeARetryShowsTheLastPreview() {
        let time = VirtualTimeScheduler()
        var configuration = ImageLoader<Picture>.Configuration.scripted(source)
        configuration.retryScheduler = time
        configuration.retry = .constant(.seconds(1), attempts: 1)
        let loader = ImageLoader(configuration: configuration, decoder: decoder)
        let first = StateProbe(loader.image(at: .image))
        source.loads[0].respond(["ETag": "\"a\"", "Content-Length": "8"])
        source.loads[0].send("abcd")
        source.loads[0].fail(.truncated(received: 4, expected: 8))
        let second = StateProbe(loader.image(at: .image))
        #expect(second.states.last?.image == Picture("abcd…"))
        time.advance(by: .seconds(1))
        let third = StateProbe(loader.image(at: .image))
        #expect(third.states.last?.image == Picture("abcd…"))
        for probe in [first, second, third] { probe.cancel() }
        #expect(loader.isAtRest)
    }

    /// It is decoded at once.
    @Test func completeBodyHasNoPreview() {
        let probe = StateProbe(loader().image(at: .image))
        source.loads[0].respond(length: 4)
        source.loads[0].send("abcd")
        source.loads[0].finish()
        #expect(decoder.previews.entries.isEmpty)
        #expect(probe.states.last?.image == Picture("abcd"))
    }

    @Test func eachVariantThatIsShownHasPreviews() {
        let loader = loader()
        let probes = [nil, .named("small"), nil].map {
            StateProbe(loader.image(for: ImageRequest(url: .image, variant: $0)))
        }
        source.loads[0].respond(length: 8)
        source.loads[0].send("abcd")
        for probe in probes { #expect(probe.states.last?.image == Picture("abcd…")) }
        #expect(decoder.previews.entries == ["abcd", "abcd"])
        for probe in probes { probe.cancel() }
    }

    /// The thread that makes a preview and the one that adds a view may both show one.
    @Test func olderPreviewDoesNotReplaceANewerOne() {
        let shown = Log<String>()
        let subscription = ImageSubscription(ImageRequest(url: .image)) { _, action in
            guard case .progress(_, let preview?) = action else { return .none }
            shown.append(preview.typed(Picture.self).image?.description ?? "none")
            return .none
        }
        subscription.request(.unlimited)
        subscription.advance(to: ImageProgress(received: 1))
        for (text, number) in [("new", 2), ("old", 1), ("newest", 3)] {
            let preview = TypedImageState(ImageState<Picture>.idle(placeholder: Picture(text)))
            subscription.preview(preview, number: number)
        }
        #expect(shown.entries == ["new", "newest"])
    }

    @Test func onePreviewIsMadeAtATimeAndNoneAfterTheEnd() {
        let time = VirtualTimeScheduler()
        let loader = loader(decodingOn: time)
        let probe = StateProbe(loader.image(at: .image))
        source.loads[0].respond(length: 8)
        for part in ["ab", "cd", "ef"] { source.loads[0].send(part) }
        #expect(time.pendingCount == 1)
        probe.cancel()
        time.run()
        #expect(decoder.previews.entries.isEmpty)
        #expect(probe.states.allSatisfy { $0.image == .placeholder })
        #expect(loader.isAtRest)
    }

    @Test func previewsAreMadeBesideFewerDecodingsThanTheLimit() {
        let time = VirtualTimeScheduler()
        var configuration = ImageLoader<Picture>.Configuration.scripted(source)
        configuration.decodeScheduler = time
        configuration.maximumDecodings = 2
        let loader = ImageLoader(configuration: configuration, decoder: decoder)
        let probes = (0..<3).map { StateProbe(loader.image(for: .named("\($0)"))) }
        for load in source.loads {
            load.respond(length: 8)
            load.send("ab")
        }
        #expect(time.pendingCount == 2)
        time.run()
        #expect(decoder.previews.entries == ["ab", "ab"])
        // The third has more by now.
        source.loads[2].send("cd")
        time.run()
        #expect(decoder.previews.entries == ["ab", "ab", "abcd"])
        source.loads[0].send("cdefgh")
        source.loads[0].finish()
        source.loads[1].send("cd")
        source.loads[2].send("efgh")
        #expect(time.pendingCount == 2)
        for load in source.loads[1...] { load.finish() }
        time.run()
        #expect(probes[0].lines.last == "finished")
    }

    @Test func prefetchesHaveNoPreviewUntilARowShowsTheImage() {
        let loader = loader()
        let prefetcher = ImagePrefetcher(loader)
        prefetcher.start([ImageRequest(url: .image)])
        source.loads[0].respond(length: 8)
        for part in ["ab", "cd"] { source.loads[0].send(part) }
        #expect(decoder.previews.entries.isEmpty)
        let probe = StateProbe(loader.image(at: .image))
        source.loads[0].send("ef")
        #expect(probe.states.last?.image == Picture("abcdef…"))
        source.loads[0].send("gh")
        source.loads[0].finish()
        #expect(probe.states.last?.image == Picture("abcdefgh"))
        prefetcher.stopAll()
    }

    @Test func rowsWithProcessingHaveNoPreview() {
        let loader = loader()
        let probe = StateProbe(loader.image(for: ImageRequest(url: .image, processing: ["round"])))
        source.loads[0].respond(length: 4)
        source.loads[0].send("abc")
        #expect(probe.states.last?.image == .placeholder)
        #expect(decoder.previews.entries.isEmpty)
        source.loads[0].send("d")
        source.loads[0].finish()
        #expect(probe.states.last?.image == Picture("round abcd"))
    }

    @Test func decoderSaysWhatAnImageCosts() {
        let loader = loader()
        let probe = StateProbe(loader.image(at: .image))
        source.loads[0].finish("abc")
        #expect(probe.lines.last == "finished")
        #expect(loader.memory.totalCost == 300)
        loader.insertImage(Picture("a"), for: .named("a"))
        #expect(loader.memory.totalCost == 400)
    }
}
