import FluxImages
import Foundation

/// A policy of closures; what is `nil` follows HTTP.
struct ScriptedPolicy: CachePolicy {
    var store: (@Sendable (StoredResponse) -> StoredResponse?)?
    var freshness: (@Sendable (StoredResponse, ImageRequest, Date) -> Freshness)?
    var conditions: (@Sendable (StoredResponse) -> [String: String])?
    var confirm: (@Sendable (_ response: StoredResponse, _ confirmation: StoredResponse) -> StoredResponse?)?
    private let http = HTTPCachePolicy()

    func responseToStore(_ response: StoredResponse, for request: ImageRequest) -> StoredResponse? {
        store.map { $0(response) } ?? http.responseToStore(response, for: request)
    }

    func freshness(of response: StoredResponse, for request: ImageRequest, at now: Date) -> Freshness {
        freshness.map { $0(response, request, now) } ?? http.freshness(of: response, for: request, at: now)
    }

    func conditions(
        validating response: StoredResponse, for request: ImageRequest
    ) -> [String: String] {
        conditions.map { $0(response) } ?? http.conditions(validating: response, for: request)
    }

    func confirmed(
        _ response: StoredResponse, by confirmation: StoredResponse, for request: ImageRequest
    ) -> StoredResponse? {
        confirm.map { $0(response, confirmation) }
            ?? http.confirmed(response, by: confirmation, for: request)
    }
}

/// Images of one host never change at their URL. All others follow HTTP.
struct ImmutableImages: CachePolicy {
    let host: String

    func freshness(of response: StoredResponse, for request: ImageRequest, at now: Date) -> Freshness {
        request.url.host() == host
            ? .fresh : HTTPCachePolicy().freshness(of: response, for: request, at: now)
    }
}

/// Shows nothing stale, whatever the response permits.
struct NothingStale: CachePolicy {
    func freshness(of response: StoredResponse, for request: ImageRequest, at now: Date) -> Freshness {
        let freshness = HTTPCachePolicy().freshness(of: response, for: request, at: now)
        return freshness == .fresh ? .fresh : .mustRevalidate
    }
}

/// Keeps and shows everything for a week, whatever the response says.
struct EverythingForAWeek: CachePolicy {
    func responseToStore(_ response: StoredResponse, for request: ImageRequest) -> StoredResponse? {
        response
    }

    func freshness(of response: StoredResponse, for request: ImageRequest, at now: Date) -> Freshness {
        now.timeIntervalSince(response.receivedAt) < 7 * 86_400 ? .fresh : .unusable
    }
}
