// swift-tools-version: 6.0
import Foundation
import PackageDescription

// `FLUX_SANITIZE=1` backs the internal lock with a pthread mutex, which the thread sanitizer understands.
let sanitizing = ProcessInfo.processInfo.environment["FLUX_SANITIZE"] != nil
let settings: [SwiftSetting] = sanitizing ? [.define("FLUX_PTHREAD_LOCK")] : []

let package = Package(
    name: "Flux",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "Flux", targets: ["Flux"]),
        .library(name: "FluxTesting", targets: ["FluxTesting"]),
    ],
    targets: [
        .target(name: "Flux", dependencies: ["Streams", "PagingOperators"]),
        .target(name: "Streams", swiftSettings: settings),
        .target(name: "PagingOperators", dependencies: ["Streams"], swiftSettings: settings),
        .target(name: "FluxTesting", dependencies: ["Streams", "PagingOperators"], swiftSettings: settings),
        .executableTarget(name: "Demo", dependencies: ["Flux"]),
        // Random sessions of the paging engine: a few in the tests, many by `swift run -c release Simulate`.
        .target(
            name: "PagingSimulation", dependencies: ["PagingOperators", "Streams"],
            path: "Tests/PagingSimulation", swiftSettings: settings),
        .executableTarget(name: "Simulate", dependencies: ["PagingSimulation"], path: "Tests/Simulate"),
        .testTarget(name: "StreamsTests", dependencies: ["Streams", "FluxTesting"]),
        .testTarget(
            name: "PagingOperatorsTests", dependencies: ["PagingOperators", "PagingSimulation", "Streams"]),
        .testTarget(name: "FluxTestingTests", dependencies: ["FluxTesting", "Flux"]),
        .testTarget(name: "DemoTests", dependencies: ["Demo", "Flux"]),
        // The code that README, articles and documentation print.
        .testTarget(name: "DocumentationTests", dependencies: ["FluxTesting", "Flux"]),
    ],
    swiftLanguageModes: [.v6]
)
