// swift-tools-version: 6.3
import PackageDescription

// The modules are links to those of the package above: a fuzz target calls their internals, and all of them have to be
// compiled for the fuzzer.
let package = Package(
    name: "Fuzz",
    platforms: [.macOS(.v15)],
    targets: [
        .target(name: "Streams", exclude: ["Internal/README.md", "Streams.docc"]),
        .target(name: "PagingOperators", dependencies: ["Streams"], exclude: ["PagingOperators.docc"]),
        .target(name: "LoopbackServer", dependencies: ["Streams"]),
        .executableTarget(name: "Fuzz", dependencies: ["PagingOperators", "LoopbackServer"]),
    ],
    swiftLanguageModes: [.v6]
)
