@MainActor
final class SearchModel {
    private(set) var results: [String] = []
    private(set) var isLoading = false
    var query = "" {
        didSet { search(query.lowercased()) }
    }
    private var last: String?
    private let names = ["Berlin", "Bern", "Bonn", "Bremen"]

    private func search(_ text: String) {
        guard !text.isEmpty, text != last else { return }
        last = text
        isLoading = true
        results = names.filter { $0.lowercased().hasPrefix(text) }
        isLoading = false
    }
}

let model = SearchModel()
model.query = "be"
print(model.results)
