import Flux
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The code in the articles about images.
@Suite(.timeLimit(.minutes(1)))
@MainActor
struct ImageArticleTests {
    private let user = User(id: 7)

    @Test func loaderWithADiskCache() async {
        // snippet: begin
        let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)[0]
        var configuration = ImageLoader<Bitmap>.Configuration()
        configuration.diskCache = DiskCache(at: caches.appending(path: "images"), sizeLimit: 100_000_000)
        configuration.memoryCostLimit = 50_000_000
        configuration.cost = { bitmap, _ in bitmap.byteCount }
        let images = ImageLoader(configuration: configuration) { data, request in
            try Bitmap(png: data, variant: request.variant)
        }
        // snippet: end
        let request = ImageRequest(url: Bitmap.url(of: [1, 2, 3]), variant: .named("first byte"))
        #expect(await images.image(for: request).finalState()?.image == Bitmap(bytes: [1]))
        #expect(images.configuration.memoryCostLimit == 50_000_000)
    }

    @Test func feedWithRangesOfImages() async {
        let signals = PassthroughSubject<ListSignal, Never>()
        let users = NumberPages(size: 3) { page, size in Just((1...size).map { User(id: $0) }) }
        let images = ImageLoader { data in try Bitmap(png: data) }
        // snippet: begin
        let feed = signals.paginate(threshold: 5, from: users)
            .images(from: images, at: \.avatarURL, range: ImageRange(near: 20, kept: 200, prefetched: 100))
        // snippet: end
        let screen = Screen<ImageRow<User, Bitmap>>()
        let subscription = feed.receive(on: .main).sink { state in screen.render(state) }
        await screen.wait { $0.items.count == 3 && $0.items.allSatisfy { $0.image.isFinal } }
        subscription.cancel()
    }

    @Test func entriesAreOnDiskAfterAFlush() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "flux-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let cache = DiskCache(at: folder)
        cache.store(CacheEntry(data: Data([1])), for: "a")
        // snippet: begin
        await cache.flush()
        // snippet: end
        #expect(DiskCache(at: folder).entry(for: "a")?.data == Data([1]))
    }

    @Test func variantsThatAreEncoded() {
        var configuration = ImageLoader<Bitmap>.Configuration()
        // snippet: begin
        configuration.encodeVariant = { bitmap, request in
            request.variant == .named("thumbnail") ? bitmap.pngData : nil
        }
        // snippet: end
        let request = ImageRequest(url: user.avatarURL, variant: .named("thumbnail"))
        let bitmap = Bitmap(bytes: [1])
        #expect(configuration.encodeVariant?(bitmap, request) == Data([1]))
        #expect(configuration.encodeVariant?(bitmap, request.with(variant: nil)) == nil)
    }

    @Test(arguments: [
        (LoadingError.Reason.status(503, retryAfter: nil), "Tap to retry"),
        (.status(404, retryAfter: nil), "Not available"),
    ])
    func labelByError(reason: LoadingError.Reason, text: String) {
        let error = ImageError.notLoaded(LoadingError(url: user.avatarURL, reason: reason))
        #expect(label(in: .failed(error, fallback: nil)) == text)
        let notAnImage = ImageError.notDecodable(user.avatarURL, description: "HTML")
        #expect(label(in: .failed(notAnImage, fallback: nil)) == "Not an image")
        #expect(label(in: .failed(.notCached(user.avatarURL), fallback: nil)) == "Not available offline")
        #expect(label(in: .idle(placeholder: nil)) == nil)
    }

    @Test func imagesOfOneSource() async {
        let avatars = ImageLoader { data in try Bitmap(png: data) }
        let (bitmap, png) = (Bitmap(bytes: [7]), Data([7]))
        // snippet: begin
        let offline = avatars.image(for: ImageRequest(url: user.avatarURL, from: .cache))
        let again = avatars.reloadImage(for: ImageRequest(url: user.avatarURL))
        avatars.insertImage(bitmap, data: png, for: ImageRequest(url: user.avatarURL))  // just uploaded
        avatars.removeImage(for: ImageRequest(url: user.avatarURL))
        // snippet: end
        #expect(avatars.cachedImage(at: user.avatarURL) == nil)
        #expect(await again.finalState()?.image == bitmap)
        #expect(await offline.finalState()?.image == bitmap)
    }

    @Test func smallerImageForLowDataMode() {
        // snippet: begin
        let thrifty = ImageRequest(url: user.avatarURL, lowDataURL: user.avatarURL.appending(path: "small"))
        // snippet: end
        #expect(thrifty.lowDataURL != nil)
        #expect(thrifty == ImageRequest(url: user.avatarURL))
    }

    /// Trusts all certificates that the system trusts.
    private final class Certificates: NSObject, URLSessionTaskDelegate, Sendable {}

    @Test func cookiesAndChallengesOfASession() async throws {
        let cookies = try #require(URLSessionConfiguration.ephemeral.httpCookieStorage)
        let certificates = Certificates()
        var configuration = ImageLoader<Bitmap>.Configuration()
        // snippet: begin
        configuration.dataLoader = DataLoader(
            network: URLSessionDataLoader(cookies: cookies, challengeDelegate: certificates))
        // snippet: end
        let images = ImageLoader(configuration: configuration) { data in try Bitmap(png: data) }
        #expect(await images.image(at: user.avatarURL).finalState()?.image == Bitmap(bytes: [7]))
    }

    /// Fetches tokens.
    private struct Session: Sendable {
        func token() async throws -> String { "1" }
    }

    @Test func requestsWithATokenThatIsFetched() async {
        let session = Session()
        var configuration = ImageLoader<Bitmap>.Configuration()
        // snippet: begin
        configuration.dataLoader = DataLoader().preparing { request in
            var request = request
            request.setValue("Bearer \(try await session.token())", forHTTPHeaderField: "Authorization")
            return request
        }
        // snippet: end
        let images = ImageLoader(configuration: configuration) { data in try Bitmap(png: data) }
        #expect(await images.image(at: user.avatarURL).finalState()?.image == Bitmap(bytes: [7]))
        // snippet: begin
        let signed = DataLoader().preparing { request in
            var request = request
            request.setValue("Bearer \(try await session.token())", forHTTPHeaderField: "Authorization")
            return request
        }
        // snippet: end
        await withCheckedContinuation { continuation in
            _ = signed.load(URLRequest(url: user.avatarURL)) { event in
                if case .finished = event { continuation.resume() }
            }
        }
    }

    private func label(in state: ImageState<Bitmap>) -> String? {
        let label = ImageLabel()
        // snippet: begin
        switch state.error {
        case .notLoaded(let error) where error.isTransient: label.text = "Tap to retry"
        case .notLoaded: label.text = "Not available"
        case .notDecodable: label.text = "Not an image"
        case .notProcessed: label.text = "Not available"
        case .notCached: label.text = "Not available offline"
        case nil: label.text = nil
        }
        // snippet: end
        return label.text
    }

    @Test func cacheOfTwoLoaders() async {
        var (listConfiguration, detailConfiguration) = (
            ImageLoader<Bitmap>.Configuration(), ImageLoader<Bitmap>.Configuration()
        )
        // snippet: begin
        let cache = MemoryCache<Bitmap>(costLimit: 100_000_000)
        listConfiguration.memoryCache = cache
        detailConfiguration.memoryCache = cache
        // snippet: end
        let loaders = [listConfiguration, detailConfiguration].map { configuration in
            ImageLoader(configuration: configuration) { data in try Bitmap(png: data) }
        }
        #expect(await loaders[0].image(at: user.avatarURL).finalState()?.image == Bitmap(bytes: [7]))
        #expect(loaders[1].cachedImage(for: ImageRequest(url: user.avatarURL)) == Bitmap(bytes: [7]))
    }

    @Test func policyOfOneHost() throws {
        var configuration = ImageLoader<Bitmap>.Configuration()
        // snippet: begin
        /// Images of one host never change at their URL. All others follow HTTP.
        struct ImmutableImages: CachePolicy {
            let host: String

            func freshness(
                of response: StoredResponse, for request: ImageRequest, at now: Date
            ) -> Freshness {
                request.url.host() == host
                    ? .fresh : HTTPCachePolicy().freshness(of: response, for: request, at: now)
            }
        }

        configuration.cachePolicy = ImmutableImages(host: "avatars.example.org")
        // snippet: end
        let response = StoredResponse(receivedAt: .distantPast, fields: ["Cache-Control": "no-cache"])
        let freshness = try ["avatars.example.org", "example.org"].map { host in
            let request = ImageRequest(url: try #require(URL(string: "https://\(host)/7.png")))
            return configuration.cachePolicy.freshness(of: response, for: request, at: .now)
        }
        #expect(freshness == [.fresh, .mustRevalidate])
    }

    @Test func policyOfAWeek() {
        // snippet: begin
        /// Shows every image for a week, whatever the fields of its response.
        struct EverythingForAWeek: CachePolicy {
            func responseToStore(_ response: StoredResponse, for request: ImageRequest) -> StoredResponse? {
                response
            }

            func freshness(
                of response: StoredResponse, for request: ImageRequest, at now: Date
            ) -> Freshness {
                now.timeIntervalSince(response.receivedAt) < 7 * 24 * 60 * 60 ? .fresh : .unusable
            }
        }
        // snippet: end
        let policy = EverythingForAWeek()
        let request = ImageRequest(url: user.avatarURL)
        let response = StoredResponse(receivedAt: .now, fields: ["Cache-Control": "no-store"])
        #expect(policy.responseToStore(response, for: request) == response)
        #expect(policy.freshness(of: response, for: request, at: .now + 600_000) == .fresh)
        #expect(policy.freshness(of: response, for: request, at: .now + 700_000) == .unusable)
    }

    @Test func cellThatIsReused() async {
        // snippet: begin
        @MainActor
        final class AvatarCell {
            let imageView = ImageView()
            private var subscription: AnyCancellable?

            func show(_ user: User, from avatars: ImageLoader<Bitmap>) {
                subscription = avatars.image(at: user.avatarURL)
                    .receive(on: .main)
                    .sink { [weak self] state in self?.imageView.image = state.image }
            }

            func prepareForReuse() {
                subscription = nil
            }
        }
        // snippet: end
        let avatars = ImageLoader { data in try Bitmap(png: data) }
        let cell = AvatarCell()
        await withCheckedContinuation { continuation in
            cell.imageView.onImage = continuation.resume
            cell.show(user, from: avatars)
        }
        #expect(cell.imageView.image == Bitmap(bytes: [7]))
        cell.prepareForReuse()
        let other = AvatarCell()
        other.show(user, from: avatars)
        #expect(other.imageView.image == Bitmap(bytes: [7]), "It is in memory: no state is in between.")
    }

    @Test func imageInATask() async throws {
        let avatars = ImageLoader { data in try Bitmap(png: data) }
        // snippet: begin
        func avatar(of user: User) async throws -> Bitmap {
            try await avatars.loadImage(at: user.avatarURL)
        }
        // snippet: end
        #expect(try await avatar(of: user) == Bitmap(bytes: [7]))
    }
}

nonisolated extension Bitmap {
    fileprivate var pngData: Data { Data(bytes) }
}
