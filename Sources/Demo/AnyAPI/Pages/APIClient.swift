import Flux
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Requests the pages of an API.
struct APIClient: Sendable {
    let options: APIOptions
    let requests = Tally()
    let responses = Tally()
    private let loader = URLSessionDataLoader()

    init(options: APIOptions) {
        self.options = options
    }

    /// Requests the page at a URL.
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
            body = try JSONDecoder().decode(JSONValue.self, from: responses.counting(data))
        } catch {
            throw .notAPage(source, reason: "\(LoadingError.Reason.undecodable(error))")
        }
        return try APIPage(
            body, from: source, linkHeader: response.value(forHTTPHeaderField: "Link"),
            itemsAt: options.items,
            fields: options.fields)
    }

    // Some servers, such as GitHub's, reject requests without a User-Agent.
    private func request(for url: URL) -> URLRequest {
        var request = URLRequest(url: url)
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        request.setValue("Flux-Demo", forHTTPHeaderField: "User-Agent")
        return request
    }
}
