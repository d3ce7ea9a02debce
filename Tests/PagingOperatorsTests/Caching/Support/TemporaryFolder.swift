import Foundation

/// A folder of its own, which is deleted with the object.
final class TemporaryFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(path: "flux-\(UUID().uuidString)")

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
    }

    func file(_ name: String) -> URL { url.appending(path: name) }
}
