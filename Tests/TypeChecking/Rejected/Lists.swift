import Flux
import Foundation

// A misspelled name in the chain of a list.

struct MisspeltLists {
    let signals = PassthroughSubject<ListSignal, Never>()
    let images = ImageLoader { $0 }
    let articles = KeysetPages(by: \Article.id, perPage: 30) { since, perPage in [Article]() }

    func identity() {
        let feed =
            signals.paginate(threshold: 5, from: articles)
            // error: converting non-Sendable function value to '@Sendable (Article) -> Identity' may introduce data races
            // error: value of type 'Article' has no member 'idd'
            .dedupe(by: \.idd)
        print(feed)
    }

    func identityAfterImages() {
        let feed =
            signals.paginate(threshold: 5, from: articles)
            .images(from: images) { ImageRequest(url: URL(filePath: $0.title)) }
            // error: converting non-Sendable function value to '@Sendable (Article) -> Identity' may introduce data races
            // error: value of type 'Article' has no member 'idd'
            .dedupe(by: \.idd)
        print(feed)
    }

    func pageThatDoesNotNameTheNext() -> Page<Int, Article> {
        // error: 'init(_:)' is unavailable: name the key of the next page, or 'next: nil' for the last page
        Page([Article]())
    }

    func addressOfAnImage() {
        let feed =
            signals.paginate(threshold: 5, from: articles)
            .dedupe(by: \.id)
            // error: no exact matches in call to instance method 'images'
            // error: value of type 'Article' has no member 'urll'
            .images(from: images, at: \.urll)
        print(feed)
    }

    func closureOfAMap() {
        let feed =
            signals.paginate(threshold: 5, from: articles)
            // error: value of type 'Article' has no member 'titel'
            .map { $0.titel }
            // error: cannot infer key path type from context; consider explicitly specifying a root type
            .dedupe(by: \.self)
        print(feed)
    }

    func closureOfAFilter() {
        let feed =
            signals.paginate(threshold: 5, from: articles)
            // error: value of type 'Article' has no member 'titel'
            .filter { $0.titel.count > 3 }
            .dedupe(by: \.id)
        print(feed)
    }

    func stateOfASink() {
        let screen = signals.paginate(threshold: 5, from: articles)
            .dedupe(by: \.id)
            .receive(on: MainActor.shared)
            // error: value of type 'Publishers.ReceiveOn<ExtraPublishers.Paginate<PassthroughSubject<ListSignal, Never>, AnyPageSource<KeysetKey<UUID>, Article, Never>, Article>, MainActor>.Output' (aka 'ViewState<Article>') has no member 'itms'
            .sink { state in print(state.itms) }
        print(screen)
    }
}
