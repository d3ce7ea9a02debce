import Flux
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The code in the documentation of images and of loading.
@Suite(.timeLimit(.minutes(1)))
@MainActor
struct ImageCommentTests {
    @Test func imageForAView() async {
        let user = User(id: 7)
        let imageView = ImageView()
        // snippet: begin
        let avatars = ImageLoader { data in try Bitmap(png: data) }

        let row = avatars.image(at: user.avatarURL)
            .receive(on: .main)
            .sink { state in imageView.image = state.image }
        // snippet: end
        await withCheckedContinuation { imageView.onImage = $0.resume }
        #expect(imageView.image == Bitmap(bytes: [7]))
        row.cancel()
    }

    // As it is printed.
    // swift-format-ignore
    @Test func requestsWithVariantsAndIdentities() {
        let user = User(id: 7)
        let photo = User(id: 8)
        let signedURL = user.avatarURL
        // snippet: begin
        let avatar = ImageRequest(url: user.avatarURL, variant: .size(width: 80, height: 80))
        let photoRequest = ImageRequest(url: signedURL, identity: "photos/\(photo.id)")  // whatever the signature is
        // snippet: end
        #expect(avatar != ImageRequest(url: user.avatarURL))
        #expect(photoRequest == ImageRequest(url: photo.avatarURL, identity: "photos/8"))
    }

    @Test func imageInATask() async throws {
        let user = User(id: 7)
        let avatars = ImageLoader { data in try Bitmap(png: data) }
        // snippet: begin
        let portrait = try await avatars.loadImage(for: ImageRequest(url: user.avatarURL))
        // snippet: end
        #expect(portrait == Bitmap(bytes: [7]))
    }

    @Test func decoderWithTheRequest() async {
        // snippet: begin
        let photos = ImageLoader { data, request in
            try Bitmap(png: data, variant: request.variant)
        }
        // snippet: end
        let request = ImageRequest(url: Bitmap.url(of: [1, 2, 3]), variant: .named("first byte"))
        #expect(await photos.image(for: request).finalState() == .loaded(Bitmap(bytes: [1]), from: .memory))
    }

    @Test func decoderOfYourOwn() async {
        // snippet: begin
        /// Decodes the first rows of a bitmap while the others are loaded.
        struct RowDecoder: ImageDecoding {
            func decode(_ data: Data, for request: ImageRequest) throws -> Bitmap {
                try Bitmap(png: data, variant: request.variant)
            }

            var makesPreviews: Bool { true }

            func preview(_ data: Data, for request: ImageRequest) -> Bitmap? {
                try? Bitmap(png: data)
            }

            func cost(of bitmap: Bitmap) -> Int? { bitmap.byteCount }
        }
        // snippet: end
        let images = ImageLoader(decoder: RowDecoder())
        #expect(await images.image(at: Bitmap.url(of: [1, 2])).finalState()?.image == Bitmap(bytes: [1, 2]))
    }

    @Test func priorityThatChanges() async {
        let avatars = ImageLoader { data in try Bitmap(png: data) }
        let request = ImageRequest(url: User(id: 7).avatarURL)
        let imageView = ImageView()
        // snippet: begin
        let priority = LiveImagePriority(.nearAhead)
        let row = avatars.image(for: request, priority: priority)
            .receive(on: .main)
            .sink { state in imageView.image = state.image }
        priority.value = .shown  // the row is in view now
        // snippet: end
        await withCheckedContinuation { imageView.onImage = $0.resume }
        #expect(priority.value == .shown)
        row.cancel()
    }

    @Test func imagesLoadedBeforeTheyAreNeeded() async {
        let avatars = ImageLoader { data in try Bitmap(png: data) }
        let users = [User(id: 1), User(id: 2)]
        let (events, sender) = AsyncStream<ImageEvent>.makeStream()
        let log = avatars.events.sink { sender.yield($0) }
        // snippet: begin
        let prefetcher = ImagePrefetcher(avatars)
        prefetcher.start(at: users.map(\.avatarURL))
        // Later, in collectionView(_:cancelPrefetchingForItemsAt:):
        prefetcher.stop(at: [users[1].avatarURL])
        // snippet: end
        let request = ImageRequest(url: users[0].avatarURL)
        for await event in events where event.request == request {
            if case .loaded = event.kind { break }
        }
        #expect(avatars.cachedImage(for: request) == Bitmap(bytes: [1]))
        log.cancel()
    }

    @Test func eventsOfALoader() async {
        let avatars = ImageLoader { data in try Bitmap(png: data) }
        // snippet: begin
        let log = avatars.events.sink { event in print(event.request.url.lastPathComponent, event.kind) }
        // snippet: end
        #expect(await avatars.image(at: User(id: 7).avatarURL).finalState()?.isFinal == true)
        log.cancel()
    }

    // One line, as it is printed.
    // swift-format-ignore
    @Test func rowsWithTheirImages() async {
        let signals = PassthroughSubject<ListSignal, Never>()
        let users = NumberPages(size: 3) { page, size in Just((1...size).map { User(id: $0) }) }
        let avatars = ImageLoader { data in try Bitmap(png: data) }
        // snippet: begin
        let feed = signals.paginate(threshold: 5, from: users).dedupe(by: \.id).images(from: avatars, at: \.avatarURL)
        // snippet: end
        let screen = Screen<ImageRow<User, Bitmap>>()
        let subscription = feed.receive(on: .main).sink { state in screen.render(state) }
        await screen.wait { $0.items.count == 3 && $0.items.allSatisfy { $0.image.isFinal } }
        #expect(screen.state.items.map(\.image.image) == [1, 2, 3].map { Bitmap(bytes: [$0]) })
        subscription.cancel()
    }

    @Test func processorsByName() async {
        var configuration = ImageLoader<Bitmap>.Configuration()
        let user = User(id: 7)
        // snippet: begin
        configuration.processors["round"] = { image, request in image.rounded(radius: 8) }
        let avatar = ImageRequest(url: user.avatarURL, processing: ["round"])
        // snippet: end
        let avatars = ImageLoader(configuration: configuration) { try Bitmap(png: $0) }
        #expect(await avatars.image(for: avatar).finalState()?.image == Bitmap(bytes: [7, 8]))
    }

    @Test func imageLoaderConfiguration() {
        let grey = Bitmap(bytes: [128])
        // snippet: begin
        var configuration = ImageLoader<Bitmap>.Configuration()
        configuration.placeholder = grey
        configuration.memoryCountLimit = 500
        let avatars = ImageLoader(configuration: configuration) { try Bitmap(png: $0) }
        // snippet: end
        #expect(avatars.configuration.placeholder == grey)
        #expect(avatars.configuration.memoryCountLimit == 500)
    }

    @Test(arguments: [
        (ImageState<Bitmap>.loaded(Bitmap(bytes: [1]), from: .memory), ["image"]),
        (.loaded(Bitmap(bytes: [1]), from: .network), ["image", "fade in"]),
        (.loading(ImageProgress(received: 1, expected: 4), placeholder: nil), ["progress 0.25"]),
        (.idle(placeholder: nil), []),
    ])
    func viewUpdatesByState(state: ImageState<Bitmap>, expected: [String]) {
        let imageView = ImageView()
        let progressView = ProgressBar()
        let label = ImageLabel()
        var hasFadedIn = false
        func fadeIn() { hasFadedIn = true }
        // snippet: begin
        imageView.image = state.image
        switch state {
        case .loading(let progress, _): progressView.value = progress.fraction
        case .loaded(_, from: .memory): break  // no need to fade it in
        case .loaded: fadeIn()
        case .failed(let error, _): label.text = "\(error)"
        case .idle: break
        }
        // snippet: end
        var seen = imageView.image == nil ? [] : ["image"]
        if let value = progressView.value { seen.append("progress \(value)") }
        if hasFadedIn { seen.append("fade in") }
        if let text = label.text { seen.append(text) }
        #expect(seen == expected)
    }

    @Test func cacheOfVariants() {
        // snippet: begin
        /// Keeps no originals, which are large.
        struct VariantCache: ImageCaching {
            private let images = MemoryCache<Bitmap>(costLimit: 50_000_000)

            func image(for request: ImageRequest) -> Bitmap? { images.image(for: request) }

            func store(_ bitmap: Bitmap, for request: ImageRequest, cost: Int) {
                if request.variant != nil { images.store(bitmap, for: request, cost: cost) }
            }

            func remove(_ request: ImageRequest) { images.remove(request) }
            func removeAll() { images.removeAll() }
            func trim(toCost cost: Int, count: Int) { images.trim(toCost: cost, count: count) }
        }
        // snippet: end
        var configuration = ImageLoader<Bitmap>.Configuration()
        let cache = VariantCache()
        configuration.memoryCache = cache
        let loader = ImageLoader(configuration: configuration) { data in try Bitmap(png: data) }
        let original = ImageRequest(url: User(id: 1).avatarURL)
        let small = original.with(variant: .named("small"))
        for request in [original, small] { cache.store(Bitmap(bytes: [1]), for: request, cost: 1) }
        #expect(loader.cachedImage(for: original) == nil)
        #expect(loader.cachedImage(for: small) == Bitmap(bytes: [1]))
        loader.trim(toCost: 0)
        #expect(loader.cachedImage(for: small) == nil)
        loader.removeCachedImage(for: small)
        loader.removeAllCachedImages()
    }

    @Test func policyThatShowsNothingStale() {
        // snippet: begin
        /// Shows nothing stale, not even while it is validated or if no server responds.
        struct NothingStale: CachePolicy {
            func freshness(
                of response: StoredResponse, for request: ImageRequest, at now: Date
            ) -> Freshness {
                let freshness = HTTPCachePolicy().freshness(of: response, for: request, at: now)
                return freshness == .fresh ? .fresh : .mustRevalidate
            }
        }
        // snippet: end
        let response = StoredResponse(receivedAt: .now, fields: ["Cache-Control": "max-age=10"])
        let request = ImageRequest(url: User(id: 1).avatarURL)
        #expect(NothingStale().freshness(of: response, for: request, at: .now + 9) == .fresh)
        #expect(NothingStale().freshness(of: response, for: request, at: .now + 11) == .mustRevalidate)
    }

    @Test func policyWithADefaultLifetime() {
        var configuration = ImageLoader<Bitmap>.Configuration()
        // snippet: begin
        configuration.cachePolicy = HTTPCachePolicy(defaultLifetime: .seconds(7 * 24 * 60 * 60))
        // snippet: end
        let response = StoredResponse(receivedAt: .now)
        let request = ImageRequest(url: User(id: 1).avatarURL)
        let policy = configuration.cachePolicy
        #expect(policy.freshness(of: response, for: request, at: .now + 600_000) == .fresh)
        #expect(policy.freshness(of: response, for: request, at: .now + 700_000) == .stale)
    }

    @Test func bodyDecodedAsItIsLoaded() async {
        let loader = URLSessionDataLoader()
        let address = URL(filePath: "/dev/null")
        func load() async throws -> [User] {
            // snippet: begin
            let users = try await loader.decode([User].self, from: address)
            // snippet: end
            return users
        }
        await #expect(throws: LoadingError.self) { try await load() }
    }
}
