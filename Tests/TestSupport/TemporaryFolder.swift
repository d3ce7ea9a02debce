import Foundation

/// A folder of its own, which is deleted with the object.
package final class TemporaryFolder: Sendable {
    package let url = FileManager.default.temporaryDirectory.appending(path: "flux-\(UUID().uuidString)")

    package init() {}

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    package var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
    }

    package func file(_ name: String) -> URL { url.appending(path: name) }
}
