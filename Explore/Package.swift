// swift-tools-version: 6.3
import PackageDescription

// Explores the interleavings of threads in Streams: see `.ci/explore`. The module is a link to that of the package above,
// compiled so that its locks and atomics are points at which threads change.
let package = Package(
    name: "Explore",
    platforms: [.macOS(.v15)],
    targets: [
        .target(
            name: "Streams", exclude: ["Internal/README.md", "Streams.docc"],
            swiftSettings: [.define("FLUX_EXPLORE")]),
        .target(name: "Explorer", dependencies: ["Streams"]),
        .executableTarget(name: "Explore", dependencies: ["Explorer", "Streams"]),
    ],
    swiftLanguageModes: [.v6]
)
