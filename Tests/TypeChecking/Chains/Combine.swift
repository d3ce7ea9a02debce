import Flux
import Foundation

// Times, schedulers and failures as code for Combine states them.

func autosavedNote(_ text: AnyPublisher<String, Never>) -> AnyPublisher<Date, Never> {
    text
        .debounce(for: 0.5, scheduler: RunLoop.main)
        .removeDuplicates()
        .map { text in
            Future { try await search(text) }.map { _ in Date() }.catch { _ in Empty<Date, Never>() }
        }
        .switchToLatest()
        .eraseToAnyPublisher()
}

func tickingClock() -> AnyPublisher<String, Never> {
    Timer.publish(every: 1, on: .main, in: .common)
        .autoconnect()
        .map { $0.formatted(date: .omitted, time: .standard) }
        .removeDuplicates()
        .eraseToAnyPublisher()
}

func slideshow(_ photos: [Photo]) -> AnyPublisher<Photo, Never> {
    Timer.publish(every: 2.5, tolerance: 0.5, on: .main, in: .default)
        .autoconnect()
        .scan(0) { index, _ in index + 1 }
        .filter { _ in !photos.isEmpty }
        .map { photos[$0 % photos.count] }
        .eraseToAnyPublisher()
}

func storedScheduler(_ text: AnyPublisher<String, Never>, _ scheduler: any Scheduler) -> AnyCancellable {
    text
        .debounce(for: .milliseconds(300), scheduler: scheduler)
        .throttle(for: 1, scheduler: scheduler, latest: true)
        .filter { $0.count > 2 }
        .receive(on: RunLoop.main, options: nil)
        .sink { print($0) }
}

func delayedRetry(_ client: Client, url: URL) -> AnyPublisher<Data, Never> {
    client.data(for: url)
        .catch { _ in Just(url).delay(for: 3, scheduler: DispatchQueue.main).flatMap { client.data(for: $0) }
        }
        .timeout(20, scheduler: DispatchQueue.main)
        .replaceError(with: Data())
        .eraseToAnyPublisher()
}

func promisedUser(_ service: any UserService) -> AnyPublisher<User, APIError> {
    Deferred {
        Future<User, APIError> { promise in
            Task { promise(.failure(.offline)) }
        }
    }
    .subscribe(on: DispatchQueue.global(), options: nil)
    .receive(on: DispatchQueue.main, options: nil)
    .eraseToAnyPublisher()
}

func typedFailures(_ texts: AnyPublisher<String, Never>) -> AnyPublisher<Int, FormError> {
    texts
        .tryMap(validate)
        .tryMap { text throws(FormError) in
            if text.count > 10 { throw .tooShort(text.count) }
            return text.count
        }
        .eraseToAnyPublisher()
}

func typedFuture(_ client: Client) -> AnyPublisher<String, APIError> {
    Future { () throws(APIError) in try await client.token() }
        .retry(2)
        .map { "Bearer \($0)" }
        .eraseToAnyPublisher()
}
