import FluxImages

/// The engine of a feed with images: pages rows, and loads the images of those near those in view.
///
/// It contains the paging engine and passes its states, and the rows in view, on to ``RowImages``. So both
/// have the same rows in view, counted in the rows of the same state.
@usableFromInline
struct ImageFeedEngine<Key: Hashable & Sendable, Input: Sendable, Item: Sendable, Image: Sendable>: FeedEngine
{
    @usableFromInline
    typealias Paging = PagingEngine<Key, Input, Item>
    @usableFromInline
    typealias Images = RowImages<Item, Image>
    @usableFromInline
    typealias State = ViewState<ImageRow<Item, Image>>
    @usableFromInline
    typealias Action = SessionAction<State, ID, Request>

    @usableFromInline
    enum Event: Sendable {
        case paging(Paging.Event)
        case images(Images.Event)
    }

    @usableFromInline
    enum ID: Hashable, Sendable {
        case page(LoadID)
        case image(ImageLoadID)
    }

    @usableFromInline
    enum Request: Sendable {
        case page(LoadID, PageRequest<Key>)
        case image(ImageLoadID, RowImages<Item, Image>.Request)
    }

    @usableFromInline var paging: Paging
    @usableFromInline var images: Images

    @inlinable
    init(paging: Paging, images: Images) {
        self.paging = paging
        self.images = images
    }

    @inlinable
    var isAtRest: Bool { paging.isAtRest && images.isAtRest }

    @inlinable
    mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .paging(let event):
            var actions: [Action] = []
            for action in paging.handle(event) { actions += follow(action) }
            // A hint may move the rows in view without a state.
            return actions + advance(.focus(rows: paging.focusRows))
        case .images(let event):
            return advance(event)
        }
    }

    @inlinable
    mutating func follow(_ action: Paging.Action) -> [Action] {
        switch action {
        case .publish(let state): advance(.list(state))
        case .load(let id, let request): [.load(.page(id), .page(id, request))]
        case .cancelLoad(let id): [.cancelLoad(.page(id))]
        }
    }

    @inlinable
    mutating func advance(_ event: Images.Event) -> [Action] {
        images.handle(event).map { action in
            action.mapLoad({ .image($0) }, { .image($0, $1) })
        }
    }

    /// Never: images follow every hint.
    @inlinable
    mutating func takesNote(ofShown rows: Range<Int>) -> Bool { false }

    /// Images that are requested again for another row continue to load.
    @inlinable
    static func sharesWork(_ load: ID) -> Bool {
        switch load {
        case .page: false
        case .image: true
        }
    }

    @inlinable
    static func event(_ event: Paging.Event) -> Event { .paging(event) }

    @inlinable
    static func id(_ id: LoadID) -> ID { .page(id) }

    @inlinable
    static func pagingEvent(_ event: Event) -> Paging.Event? {
        if case .paging(let event) = event { event } else { nil }
    }

    @inlinable
    static func pageLoad(_ id: ID, _ request: Request) -> (LoadID, PageRequest<Key>)? {
        if case .page(let id, let request) = request { (id, request) } else { nil }
    }

    @inlinable
    static func pageLoadID(_ id: ID) -> LoadID? {
        if case .page(let id) = id { id } else { nil }
    }

    @inlinable
    static func published(_ state: State) -> PublishedState { PublishedState(state) }
}
