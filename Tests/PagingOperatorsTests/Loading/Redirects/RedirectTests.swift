import Foundation
import LoopbackServer
import TestSupport
import Testing

@testable import FluxLoading
@testable import FluxImages
import PagingOperators

/// Many redirects, whose events arrive as they do.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct RedirectTests {
    private static let count = 200
    private static let width = 8

    /// The results that differ from those expected.
    private func failures(
        of load: @escaping @Sendable (Int) async throws -> (result: String, expected: String)
    ) async throws -> [String] {
        try await withThrowingTaskGroup(of: [String].self) { group in
            for first in 0..<Self.width {
                group.addTask {
                    var failures: [String] = []
                    for number in stride(from: first, to: Self.count, by: Self.width) {
                        let (result, expected) = try await load(number)
                        if result != expected { failures.append(result) }
                    }
                    return failures
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }

    @Test(arguments: RedirectServers.Body.allCases, LoaderDelivery.allCases)
    func bodiesAreThoseOfTheTargets(body: RedirectServers.Body, delivery: LoaderDelivery) async throws {
        let servers = try RedirectServers(body)
        for target in RedirectServers.Target.allCases {
            let loader = delivery.of(URLSessionDataLoader())
            let failures = try await failures { number in
                (await loader.text(at: try servers.url(target, number)), "/new/\(number)")
            }
            #expect(failures.isEmpty, "\(target)")
        }
    }

    @Test(arguments: RedirectServers.Body.allCases, LoaderDelivery.allCases)
    func imagesAreThoseOfTheTargets(body: RedirectServers.Body, delivery: LoaderDelivery) async throws {
        let servers = try RedirectServers(body)
        for target in RedirectServers.Target.allCases {
            let images = RedirectedImages(from: delivery.of(URLSessionDataLoader()))
            let failures = try await failures { number in
                (await images.load(try servers.url(target, number)), "loaded /new/\(number)")
            }
            #expect(failures.isEmpty, "\(target)")
        }
    }
}
