import Flux
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

// Requests, decoding and retries.

func decodedUsers(at url: URL) -> AnyPublisher<[User], any Error> {
    URLSession.shared.dataTaskPublisher(for: url)
        .map(\.data)
        .decode(type: [User].self, decoder: JSONDecoder())
        .receive(on: DispatchQueue.main)
        .eraseToAnyPublisher()
}

func checkedStatus(of url: URL) -> AnyPublisher<Data, any Error> {
    URLSession.shared.dataTaskPublisher(for: url)
        .tryMap { data, response in
            guard let http = response as? HTTPURLResponse, 200..<300 ~= http.statusCode else {
                throw APIError.unknown
            }
            return data
        }
        .eraseToAnyPublisher()
}

func mappedErrors(of url: URL) -> AnyPublisher<Envelope<[User]>, APIError> {
    URLSession.shared.dataTaskPublisher(for: url)
        .mapError { $0.code == .notConnectedToInternet ? APIError.offline : .unknown }
        .flatMap { data, response in
            Just(data)
                .decode(type: Envelope<[User]>.self, decoder: JSONDecoder())
                .mapError { _ in APIError.decoding }
        }
        .eraseToAnyPublisher()
}

func retriedWithBackoff(_ url: URL) -> AnyPublisher<Data, Never> {
    URLSession.shared.dataTaskPublisher(for: url)
        .retry(.exponential(from: .milliseconds(250), attempts: 4), scheduler: DispatchQueue.main)
        .map(\.data)
        .replaceError(with: Data())
        .eraseToAnyPublisher()
}

func retriedAfterGrowingDelays(_ client: Client, url: URL) -> AnyPublisher<Data, URLError> {
    client.data(for: url)
        .retry(when: { errors in
            errors.scan(0) { attempts, _ in attempts + 1 }
                .flatMap { attempts in
                    Just(()).delay(for: .milliseconds(100 * attempts), scheduler: DispatchQueue.global())
                }
        })
        .eraseToAnyPublisher()
}

func retriedThreeTimes(_ client: Client, url: URL) -> AnyPublisher<String, Never> {
    client.data(for: url)
        .retry(3)
        .map { String(decoding: $0, as: UTF8.self) }
        .catch { error in Just("failed: \(error.code.rawValue)") }
        .eraseToAnyPublisher()
}

func requestOfRequests(_ client: Client, urls: [URL]) -> AnyPublisher<[Data], URLError> {
    urls.publisher
        .setFailureType(to: URLError.self)
        .flatMap(maxPublishers: .max(4)) { client.data(for: $0) }
        .collect()
        .eraseToAnyPublisher()
}

func zippedRequests(_ service: any UserService) -> AnyPublisher<(User, [User]), APIError> {
    service.user(id: 1)
        .zip(service.users(matching: "a").map { $0.filter(\.isActive) })
        .eraseToAnyPublisher()
}

func chainedRequests(_ service: any UserService) -> AnyPublisher<[User], APIError> {
    service.user(id: 1)
        .flatMap { user in service.users(matching: user.name) }
        .map { users in users.sorted { $0.name < $1.name } }
        .eraseToAnyPublisher()
}

func refreshedToken(_ client: Client, url: URL) -> AnyPublisher<Data, any Error> {
    client.data(for: url)
        .mapError { $0 as any Error }
        .tryCatch { error -> AnyPublisher<Data, any Error> in
            guard (error as? URLError)?.code == .userAuthenticationRequired else { throw error }
            return Future { try await client.token() }
                .mapError { $0 as any Error }
                .flatMap { token in client.data(for: url).mapError { $0 as any Error } }
                .eraseToAnyPublisher()
        }
        .eraseToAnyPublisher()
}

func futureOfAsyncFunction(_ client: Client) -> AnyPublisher<[String], Never> {
    Future { try await client.load(page: 1) }
        .map { $0.items.map(\.title) }
        .replaceError(with: [])
        .eraseToAnyPublisher()
}

func cachedThenFresh(_ client: Client, cached: [Article]) -> AnyPublisher<[Article], Never> {
    client.search("swift")
        .catch { _ in Just([]) }
        .prepend(cached)
        .removeDuplicates()
        .eraseToAnyPublisher()
}

func emptyThenFresh(_ client: Client) -> AnyPublisher<[Article], Never> {
    client.search("swift")
        .replaceError(with: [])
        .prepend([])
        .eraseToAnyPublisher()
}

func requestWithTimeout(_ client: Client, url: URL) -> AnyPublisher<Data, URLError> {
    client.data(for: url)
        .timeout(.seconds(10), scheduler: DispatchQueue.main, customError: { URLError(.timedOut) })
        .eraseToAnyPublisher()
}

func sharedConfiguration(_ client: Client, url: URL) -> AnyPublisher<(String, Int), Never> {
    let shared = client.data(for: url).replaceError(with: Data()).share(replay: 1)
    return shared.map { String(decoding: $0, as: UTF8.self) }
        .zip(shared.map(\.count))
        .eraseToAnyPublisher()
}

func uploadedInOrder(_ service: any UserService, _ users: [User]) -> AnyPublisher<Int, any Error> {
    users.publisher
        .setFailureType(to: (any Error).self)
        .concatMap { user in Future<User, any Error> { try await service.save(user) } }
        .count()
        .eraseToAnyPublisher()
}

func loggedRequest(_ client: Client, url: URL) -> AnyCancellable {
    client.data(for: url)
        .handleEvents(
            receiveSubscription: { _ in print("start") },
            receiveOutput: { print("\($0.count) bytes") },
            receiveCompletion: { completion in
                if case .failure(let error) = completion { print("failed: \(error.code)") }
            },
            receiveCancel: { print("cancelled") }
        )
        .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
}

func statusOfEveryHost(_ client: Client, hosts: [String]) -> AnyPublisher<[String: Bool], Never> {
    hosts.publisher
        .compactMap { host in URL(string: "https://\(host)/status").map { (host, $0) } }
        .flatMap { host, url in
            client.data(for: url).map { (host, !$0.isEmpty) }.replaceError(with: (host, false))
        }
        .reduce([String: Bool]()) { table, answer in
            table.merging([answer.0: answer.1]) { $1 }
        }
        .eraseToAnyPublisher()
}
