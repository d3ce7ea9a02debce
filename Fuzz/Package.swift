// swift-tools-version: 6.3
import PackageDescription

// The modules are links to those of the package above: a fuzz target calls their internals, and all of them have to be
// compiled for the fuzzer.
let package = Package(
    name: "Fuzz",
    platforms: [.macOS(.v15)],
    targets: [
        .target(name: "Streams", exclude: ["Internal/README.md", "Streams.docc"]),
        .target(name: "FluxLoading", dependencies: ["Streams"], exclude: ["README.md", "FluxLoading.docc"]),
        .target(
            name: "FluxImages", dependencies: ["FluxLoading", "Streams"],
            exclude: ["README.md", "FluxImages.docc"]),
        .target(
            name: "PagingOperators", dependencies: ["FluxImages", "FluxLoading", "Streams"],
            exclude: [
                "PagingOperators.docc", "Engine/README.md", "Events/README.md", "Feed/README.md",
                "Images/README.md", "Loaded/README.md", "Pages/README.md", "Screens/README.md",
                "State/README.md", "Transforms/README.md",
            ]),
        .target(name: "LoopbackServer", dependencies: ["Streams"]),
        .executableTarget(
            name: "Fuzz", dependencies: ["FluxImages", "FluxLoading", "LoopbackServer", "PagingOperators"]),
    ],
    swiftLanguageModes: [.v6]
)
