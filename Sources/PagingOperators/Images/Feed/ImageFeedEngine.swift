/// The engine of a feed with images: pages rows, and loads the images of those near those in view.
///
/// It contains the paging engine and passes its states, and the rows in view, on to ``RowImages``. So both
/// have the same rows in view, counted in the rows of the same state.
struct ImageFeedEngine<Key: Hashable & Sendable, Input: Sendable, Item: Sendable, Image: Sendable>: FeedEngine
{
    typealias Paging = PagingEngine<Key, Input, Item>
    typealias Images = RowImages<Item, Image>
    typealias State = ViewState<ImageRow<Item, Image>>
    typealias Action = SessionAction<State, ID, Request>

    enum Event: Sendable {
        case paging(Paging.Event)
        /// Results of image loads have been collected.
        case images(ImageResults<Image>)
        /// A pause of image loads has ended.
        case resume
    }

    enum ID: Hashable, Sendable {
        case page(LoadID)
        case image(ImageLoadID)
    }

    enum Request: Sendable {
        case page(LoadID, PageRequest<Key>)
        case image(ImageLoadID, RowImages<Item, Image>.Request)
    }

    private(set) var paging: Paging
    private var images: Images

    init(paging: Paging, images: Images) {
        self.paging = paging
        self.images = images
    }

    var isAtRest: Bool { paging.isAtRest && images.isAtRest }

    mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .paging(let event):
            var actions: [Action] = []
            for action in paging.handle(event) { actions += follow(action) }
            // A hint may move the rows in view without a state.
            return actions + advance(.focus(rows: paging.focusRows))
        case .images(let results):
            return advance(.images(results.takeAll()))
        case .resume:
            return advance(.resume)
        }
    }

    private mutating func follow(_ action: Paging.Action) -> [Action] {
        switch action {
        case .publish(let state): advance(.list(state))
        case .load(let id, let request): [.load(.page(id), .page(id, request))]
        case .cancelLoad(let id): [.cancelLoad(.page(id))]
        }
    }

    private mutating func advance(_ event: Images.Event) -> [Action] {
        images.handle(event).map { action in
            action.mapLoad({ .image($0) }, { .image($0, $1) })
        }
    }

    /// Never: images follow every hint.
    mutating func takesNote(ofShown rows: Range<Int>) -> Bool { false }

    /// Images that are requested again for another row continue to load.
    static func sharesWork(_ load: ID) -> Bool {
        switch load {
        case .page: false
        case .image: true
        }
    }

    static func event(_ event: Paging.Event) -> Event { .paging(event) }

    static func id(_ id: LoadID) -> ID { .page(id) }
}
