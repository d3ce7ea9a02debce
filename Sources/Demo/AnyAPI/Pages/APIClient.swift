import Flux
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Asks an API for its pages.
struct APIClient: Sendable {
    let options: APIOptions
    let requests = Tally()
    let answers = Tally()
    private let loader = URLSessionDataLoader()

    init(options: APIOptions) {
        self.options = options
    }

    /// The page at an address.
    func page(at url: URL) async throws(APIError) -> APIPage {
        let (data, response): (Data, HTTPURLResponse)
        do throws(LoadingError) {
            (data, response) = try await loader.data(for: requests.counting(request(for: url)))
        } catch {
            throw .loading(error)
        }
        let source = response.url ?? url
        let body: JSONValue
        do {
            body = try JSONDecoder().decode(JSONValue.self, from: answers.counting(data))
        } catch {
            throw .notAPage(source, reason: UsersError.describe(error))
        }
        return try APIPage(
            body, from: source, linkHeader: response.value(forHTTPHeaderField: "Link"),
            itemsAt: options.items,
            fields: options.fields)
    }

    // Some servers, such as GitHub's, turn away whoever doesn't say who they are.
    private func request(for url: URL) -> URLRequest {
        var request = URLRequest(url: url)
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        request.setValue("Flux-Demo", forHTTPHeaderField: "User-Agent")
        return request
    }
}
