import Flux
import Foundation

// Failure types that do not fit.

func sinkOfAStreamThatCanFail(_ client: Client) -> AnyCancellable {
    client.search("a")
        .map { $0.map(\.title) }
        // error: referencing instance method 'sink(receiveValue:)' on 'Publisher' requires the types 'APIError' and 'Never' be equivalent
        .sink { print($0) }
}

func otherFailureInFlatMap(_ client: Client, _ service: any UserService, url: URL) -> AnyPublisher<
    [User], URLError
> {
    client.data(for: url)
        // error: no exact matches in call to instance method 'flatMap'
        .flatMap { _ in service.users(matching: "") }
        .eraseToAnyPublisher()
}

func otherFailureInMerge(_ client: Client, _ service: any UserService, url: URL) -> AnyPublisher<
    Int, URLError
> {
    client.data(for: url).map(\.count)
        // error: instance method 'merge(with:)' requires the types 'URLError' and 'Publishers.Map<AnyPublisher<[User], APIError>, Int>.Failure' (aka 'APIError') be equivalent
        .merge(with: service.users(matching: "").map(\.count))
        .eraseToAnyPublisher()
}

func erasedToAnotherFailure(_ texts: AnyPublisher<String, Never>) -> AnyPublisher<Int, FormError> {
    texts
        .tryMap { try parse($0) }
        // error: cannot convert return expression of type 'AnyPublisher<Int, any Error>' to return type 'AnyPublisher<Int, FormError>'
        .eraseToAnyPublisher()
}

func futureOfAnotherFailure() -> Future<[String], URLError> {
    // error: invalid conversion of thrown error type 'any Error' to 'URLError'
    Future<[String], URLError> { try await search("a") }
}

func assignOfAStreamThatCanFail(_ client: Client, _ model: MisspeltModel) -> AnyCancellable {
    // error: referencing instance method 'assign(to:on:)' on 'Publisher' requires the types 'APIError' and 'Never' be equivalent
    client.search("a").assign(to: \.articles, on: model)
}

func combineLatestOfAnotherFailure(_ client: Client, _ names: AnyPublisher<String, Never>) -> AnyCancellable {
    client.search("a")
        // error: instance method 'combineLatest' requires the types 'APIError' and 'Never' be equivalent
        .combineLatest(names)
        .map { articles, name in articles.filter { $0.title == name } }
        .replaceError(with: [])
        .sink { print($0) }
}
