import Streams

@MainActor
final class SearchModel {
    private(set) var results: [String] = []
    private(set) var isLoading = false
    let query = CurrentValueSubject<String, Never>("")
    private var subscriptions: Set<AnyCancellable> = []
    private let names = ["Berlin", "Bern", "Bonn", "Bremen"]

    init() {
        query
            .map { $0.lowercased() }
            .filter { !$0.isEmpty }
            .removeDuplicates()
            .receive(on: .main)
            .handleEvents(receiveOutput: { [weak self] _ in self?.isLoading = true })
            .map { [names] text in names.filter { $0.lowercased().hasPrefix(text) } }
            .sink { [weak self] names in
                self?.results = names
                self?.isLoading = false
            }
            .store(in: &subscriptions)
    }
}

let model = SearchModel()
model.query.send("be")
print(model.results)
