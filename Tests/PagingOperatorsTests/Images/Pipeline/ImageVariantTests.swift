import Foundation
import PagingOperators
import Streams
import Testing

struct ImageVariantTests {
    private let small = ImageRequest.named("1", variant: .size(width: 8, height: 8))
    private let large = ImageRequest.named("1", variant: .named("large"))

    private func fixture(
        configure: (inout ImageLoader<Picture>.Configuration) -> Void = { _ in }
    ) -> ImageFixture {
        ImageFixture(
            configure: configure,
            decode: { data, request in
                let text = String(decoding: data, as: UTF8.self)
                let name =
                    switch request.variant {
                    case .size: "small"
                    case .named(let name): name
                    case nil: "original"
                    }
                if text == "no large", name == "large" { throw Picture.NotAPicture() }
                return Picture("\(name) \(text)")
            })
    }

    @Test func variantsShareTheDownloadAndTheEntryOnDisk() {
        let fixture = fixture()
        let probes = [fixture.probe(small), fixture.probe(large), fixture.probe(.named("1"))]
        #expect(fixture.loads.count == 1)
        fixture.loads[0].finish("cat")
        #expect(
            probes.map { $0.lines.suffix(2).first } == [
                "loaded small cat from network", "loaded large cat from network",
                "loaded original cat from network",
            ])
        #expect(fixture.disk.texts == ["cat"])
        // Each has its place in memory.
        #expect(fixture.loader.cachedImage(for: small) == Picture("small cat"))
        #expect(fixture.loader.cachedImage(for: large) == Picture("large cat"))
    }

    @Test func laterVariantIsDecodedFromTheEntryOnDisk() {
        let fixture = fixture()
        _ = fixture.probe(small)
        fixture.loads[0].finish("cat")
        #expect(fixture.probe(large).lines.suffix(2) == ["loaded large cat from disk", "finished"])
        #expect(fixture.loads.count == 1)
    }

    @Test func variantThatIsNotDecodableFailsAlone() {
        let fixture = fixture()
        let (one, other) = (fixture.probe(small), fixture.probe(large))
        fixture.loads[0].finish("no large")
        #expect(one.lines.suffix(2) == ["loaded small no large from network", "finished"])
        #expect(other.lines.suffix(2) == ["failed", "finished"])
    }

    @Test func variantIsKeptOnDiskIfItIsEncoded() {
        let fixture = fixture { configuration in
            configuration.encodeVariant = { picture, request in
                request.variant == .named("large") ? nil : Data("encoded".utf8)
            }
        }
        _ = fixture.probe(small)
        fixture.loads[0].finish("cat")
        _ = fixture.probe(large)
        #expect(fixture.disk.texts == ["cat", "encoded"])
        fixture.loader.removeAllCachedImages()
        #expect(fixture.probe(small).lines.suffix(2) == ["loaded small encoded from disk", "finished"])
        #expect(fixture.loads.count == 1)
    }

    @Test func originalOnDiskServesVariantsThatJoinTheLookUpOfAStoredOne() {
        let disk = VirtualTimeScheduler()
        let fixture = fixture { configuration in
            configuration.diskScheduler = disk
            configuration.encodeVariant = { _, _ in Data("encoded".utf8) }
        }
        _ = fixture.probe(small)
        disk.run()
        fixture.loads[0].finish("cat", ["Cache-Control": "max-age=60"])
        fixture.loader.removeAllCachedImages()
        let (one, other) = (fixture.probe(small), fixture.probe(large))
        disk.run()
        #expect(one.lines.suffix(2) == ["loaded small encoded from disk", "finished"])
        #expect(other.lines.suffix(2) == ["loaded large cat from disk", "finished"])
        #expect(fixture.loads.count == 1)
    }

    @Test func requestOfAnotherVariantDiffers() {
        #expect(small != large)
        #expect(small.with(variant: large.variant) == large)
        #expect(small.with(variant: nil) == .named("1"))
    }
}
