import Flux
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

// The main actor is the default isolation. Types of values and functions that are not `nonisolated` belong to
// it, which streams that deliver on any thread do not.

struct Place: Codable, Hashable, Identifiable {
    var id: Int
    var name: String
}

struct Places: Codable {
    var items: [Place]
}

struct PlaceClient {
    func places(matching query: String) -> AnyPublisher<[Place], Never> { Just([]).eraseToAnyPublisher() }
}

extension Settings {
    var isLarge: Bool { fontSize > 20 }
}

func trimmed(_ text: String) -> String { text.trimmingCharacters(in: .whitespaces) }

func shortened(_ text: String) throws(FormError) -> String {
    if text.count > 20 { throw .tooShort(20) }
    return text
}

final class SearchModel {
    let texts = PassthroughSubject<String, Never>()
    let client = PlaceClient()
    var places: [Place] = []
    var minimum = 2
    var subscriptions: Set<AnyCancellable> = []

    func decodes(_ data: AnyPublisher<Data, URLError>) {
        data
            // error: main actor-isolated conformance of 'Places' to 'Decodable' cannot satisfy conformance requirement for a 'Sendable' type parameter
            .decode(type: Places.self, decoder: JSONDecoder())
            // error: main actor-isolated conformance of 'Places' to 'Decodable' cannot satisfy conformance requirement for a 'Sendable' type parameter
            .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
            .store(in: &subscriptions)
    }

    func decodesInAClosure(_ data: AnyPublisher<Data, any Error>) -> AnyCancellable {
        // error: main actor-isolated conformance of 'Place' to 'Decodable' cannot be used in nonisolated context
        data.tryMap { try JSONDecoder().decode(Place.self, from: $0) }
            .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    }

    func compares(_ places: AnyPublisher<Place, Never>) -> AnyCancellable {
        // error: main actor-isolated conformance of 'Place' to 'Equatable' cannot satisfy conformance requirement for a 'Sendable' type parameter
        places.removeDuplicates().sink { _ in }
    }

    func takesAProperty(_ places: AnyPublisher<Place, Never>) -> AnyCancellable {
        // error: converting non-Sendable function value to '@Sendable (Place) -> String' may introduce data races
        places.map(\.name).sink { _ in }
    }

    func takesTwoProperties(_ places: AnyPublisher<Place, Never>) -> AnyCancellable {
        // error: type 'KeyPath<Place, Int>' does not conform to the 'Sendable' protocol
        // error: type 'KeyPath<Place, String>' does not conform to the 'Sendable' protocol
        places.map(\.id, \.name).sink { _, _ in }
    }

    func callsTheClient() {
        texts
            // error: call to main actor-isolated instance method 'places(matching:)' in a synchronous nonisolated context
            .map { [client] text in client.places(matching: text) }
            .switchToLatest()
            .sink { _ in }
            .store(in: &subscriptions)
    }

    func callsAFunction() {
        texts
            // error: call to main actor-isolated global function 'trimmed' in a synchronous nonisolated context
            .map { trimmed($0) }
            .sink { _ in }
            .store(in: &subscriptions)
    }

    func passesAFunction() {
        texts
            // error: converting function value of type '@MainActor @Sendable (String) throws(FormError) -> String' to '@Sendable (String) throws(FormError) -> String' loses global actor 'MainActor'
            .tryMap(shortened)
            .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
            .store(in: &subscriptions)
    }

    func readsAnExtension(_ settings: AnyPublisher<Settings, Never>) -> AnyCancellable {
        // error: main actor-isolated property 'isLarge' can not be referenced from a Sendable closure
        settings.filter { $0.isLarge }.sink { _ in }
    }

    func readsTheModel() {
        texts
            // error: main actor-isolated property 'minimum' can not be referenced from a Sendable closure
            .filter { [unowned self] in $0.count > minimum }
            .sink { _ in }
            .store(in: &subscriptions)
    }
}
