import FluxImages
import TestSupport

/// Records the calls, and keeps the images unless it is to lose them.
package final class RecordingCache: ImageCaching {
    package let calls = Log<String>()
    package let images = MemoryCache<Picture>()
    package let losesImages: Bool
    /// Called within each call, with its name.
    package let onCall: @Sendable (String) -> Void

    package init(losesImages: Bool = false, onCall: @escaping @Sendable (String) -> Void = { _ in }) {
        self.losesImages = losesImages
        self.onCall = onCall
    }

    package func image(for request: ImageRequest) -> Picture? {
        record("image")
        return losesImages ? nil : images.image(for: request)
    }

    package func store(_ image: Picture, for request: ImageRequest, cost: Int) {
        record("store \(image) \(cost)")
        images.store(image, for: request, cost: cost)
    }

    package func remove(_ request: ImageRequest) {
        record("remove \(request.url.lastPathComponent)")
        images.remove(request)
    }

    package func removeAll() {
        record("removeAll")
        images.removeAll()
    }

    package func trim(toCost cost: Int, count: Int) {
        record("trim \(cost == .max ? "any" : "\(cost)") \(count == .max ? "any" : "\(count)")")
        images.trim(toCost: cost, count: count)
    }

    private func record(_ call: String) {
        calls.append(call)
        onCall(call)
    }

    /// The calls other than look-ups.
    package var changes: [String] { calls.entries.filter { $0 != "image" } }
}

extension ImageFixture {
    /// A loader with a memory cache, no other, and loads that finish at once.
    package convenience init(
        memory cache: RecordingCache, configure: (inout ImageLoader<Picture>.Configuration) -> Void = { _ in }
    ) {
        self.init(
            configure: {
                $0.memoryCache = cache
                $0.diskCache = nil
                configure(&$0)
            },
            onLoad: { $0.finish("cat") })
    }
}
