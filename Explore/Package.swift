// swift-tools-version: 6.3
import PackageDescription

// Explores the interleavings of threads: see `.ci/explore`. The modules are links to those of the package above, compiled so
// that their locks and atomics are points at which threads change. Of PagingOperators only the session of a list is compiled;
// FluxLoading and FluxImages have queues and a network of their own, on explored threads.
let package = Package(
    name: "Explore",
    platforms: [.macOS(.v15)],
    targets: [
        .target(
            name: "Streams", exclude: ["Internal/README.md", "Streams.docc"],
            swiftSettings: [.define("FLUX_EXPLORE")]),
        .target(
            name: "FluxLoading", dependencies: ["Streams"],
            exclude: ["Module/README.md", "Module/FluxLoading.docc"],
            swiftSettings: [.define("FLUX_EXPLORE"), .unsafeFlags(["-enable-testing"])]),
        .target(
            name: "FluxImages", dependencies: ["FluxLoading", "Streams"],
            exclude: ["Module/README.md", "Module/FluxImages.docc"],
            swiftSettings: [.define("FLUX_EXPLORE"), .unsafeFlags(["-enable-testing"])]),
        .target(
            name: "PagingOperators", dependencies: ["Streams"],
            swiftSettings: [.define("FLUX_EXPLORE"), .unsafeFlags(["-enable-testing"])]),
        .target(name: "Explorer", dependencies: ["Streams"]),
        .executableTarget(
            name: "Explore",
            dependencies: ["Explorer", "FluxImages", "FluxLoading", "PagingOperators", "Streams"]),
    ],
    swiftLanguageModes: [.v6]
)
