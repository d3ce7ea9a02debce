// swift-tools-version: 6.3
import Foundation
import PackageDescription

// `FLUX_SANITIZE=1` backs the internal lock with a pthread mutex, which the thread sanitizer understands.
let sanitizing = ProcessInfo.processInfo.environment["FLUX_SANITIZE"] != nil
let settings: [SwiftSetting] = sanitizing ? [.define("FLUX_PTHREAD_LOCK")] : []

// The folders of PagingOperators. `.ci/layers` checks which of the others each of them uses.
let folders = ["State", "Pages", "Transforms", "Loaded", "Engine", "Events", "Feed", "Images", "Screens"]

// What `import Flux` exports. SwiftPM compiles a target again if a module that it names has changed, but not if only those have
// changed which that module exports. Therefore targets and libraries name all that they depend on. `.ci/targets.swift` checks it.
let modules = ["FluxImages", "FluxLoading", "PagingOperators", "Streams"]

/// Dependencies on targets.
func all(_ names: [String]) -> [Target.Dependency] { names.map { .byName(name: $0) } }

let package = Package(
    name: "Flux",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "Flux", targets: ["Flux"] + modules),
        .library(name: "Streams", targets: ["Streams"]),
        .library(name: "FluxTesting", targets: ["FluxTesting", "FluxTimeline"] + modules),
        .library(name: "FluxTimeline", targets: ["FluxTimeline"] + modules),
        .library(name: "FluxUI", targets: ["FluxUI"] + modules),
    ],
    targets: [
        .target(name: "Flux", dependencies: all(modules)),
        .target(name: "Streams", exclude: ["Internal/README.md"], swiftSettings: settings),
        // Bytes and JSON from HTTP servers, files and disk.
        .target(
            name: "FluxLoading", dependencies: ["Streams"], exclude: ["README.md"], swiftSettings: settings),
        .target(
            name: "FluxImages", dependencies: ["FluxLoading", "Streams"], exclude: ["README.md"],
            swiftSettings: settings),
        .target(
            name: "PagingOperators", dependencies: ["FluxImages", "FluxLoading", "Streams"],
            exclude: folders.map { "\($0)/README.md" }, swiftSettings: settings),
        // A picture of a run. Not a part of Flux: only those who draw one build it.
        .target(
            name: "FluxTimeline", dependencies: all(modules), exclude: ["README.md"], swiftSettings: settings),
        .target(
            name: "FluxTesting", dependencies: all(modules + ["FluxTimeline"]), swiftSettings: settings),
        // Empty where there is neither UIKit nor AppKit nor SwiftUI; `.ci/apple` runs it on stand-ins there.
        .target(name: "FluxUI", dependencies: all(modules)),
        // An HTTP server on this machine, for the demo and for tests.
        .target(name: "LoopbackServer", dependencies: ["Streams"], swiftSettings: settings),
        .executableTarget(
            name: "Demo", dependencies: all(modules + ["Flux", "FluxTimeline", "LoopbackServer"]),
            exclude: ["README.md", "run.svg"]),
        // Random sessions of the paging engine: a few in the tests, many by `swift run -c release Simulate`.
        .target(
            name: "PagingSimulation", dependencies: all(modules + ["SeededRandom"]),
            path: "Tests/PagingSimulation", swiftSettings: settings),
        .executableTarget(
            name: "Simulate", dependencies: all(modules + ["PagingSimulation", "SeededRandom"]),
            path: "Tests/Simulate"),
        // Repeatable random numbers, without the testing library: executables use them, too.
        .target(name: "SeededRandom", path: "Tests/SeededRandom"),
        // Publishers, subscribers, gates and recorders for the tests of every module.
        .target(
            name: "TestSupport", dependencies: ["Streams", "SeededRandom"], path: "Tests/TestSupport",
            swiftSettings: settings),
        // Limits how many tests run at once. One test target is enough: all are linked to one program.
        .target(name: "TestWidth", path: "Tests/TestWidth"),
        .testTarget(
            name: "StreamsTests",
            dependencies: all(
                modules + [
                    "FluxTesting", "FluxTimeline", "LoopbackServer", "SeededRandom", "TestSupport",
                    "TestWidth",
                ]
            )),
        // What tests of loading, and of images alone and in feeds use: servers, scripted loads and pictures.
        .target(
            name: "LoadingTestSupport",
            dependencies: [
                "FluxImages", "FluxLoading", "LoopbackServer", "SeededRandom", "Streams", "TestSupport",
            ],
            path: "Tests/LoadingTestSupport", swiftSettings: settings),
        .testTarget(
            name: "FluxLoadingTests",
            dependencies: [
                "FluxImages", "FluxLoading", "LoadingTestSupport", "LoopbackServer", "SeededRandom",
                "Streams",
                "TestSupport",
            ]),
        .testTarget(
            name: "FluxImagesTests",
            dependencies: all(
                modules + [
                    "LoadingTestSupport", "LoopbackServer", "PagingSimulation", "SeededRandom", "TestSupport",
                ])),
        .testTarget(
            name: "PagingOperatorsTests",
            dependencies: all(
                modules + [
                    "FluxTimeline", "LoadingTestSupport", "LoopbackServer", "PagingSimulation",
                    "SeededRandom",
                    "TestSupport", "UIKitStandIn",
                ])),
        .testTarget(
            name: "FluxTestingTests",
            dependencies: all(
                modules + ["Flux", "FluxTesting", "FluxTimeline", "SeededRandom", "TestSupport"])),
        .testTarget(
            name: "FluxUITests", dependencies: all(modules + ["FluxUI"]), exclude: ["OnStandIns"]),
        .testTarget(
            name: "LoopbackServerTests",
            dependencies: ["LoopbackServer", "SeededRandom", "Streams", "TestSupport"]),
        .testTarget(
            name: "DemoTests",
            dependencies: all(
                modules + [
                    "Demo", "Flux", "FluxTimeline", "LoopbackServer", "PagingSimulation", "SeededRandom",
                    "TestSupport",
                ])),
        // The code that README, articles and documentation print.
        .testTarget(
            name: "DocumentationTests",
            dependencies: all(
                modules + [
                    "Flux", "FluxTesting", "FluxTimeline", "SeededRandom", "SwiftUIStandIn", "TestSupport",
                ])),
        // UIKit and SwiftUI as far as tests need them. `.ci/apple` compiles them under Apple's names.
        .target(
            name: "UIKitStandIn", path: "Tests/StandIns",
            exclude: ["AppKit", "ImageIO", "README.md", "SwiftUI", "os"],
            sources: ["CoreGraphics", "Lists", "Runtime", "UIKit"]),
        .target(name: "SwiftUIStandIn", path: "Tests/StandIns/SwiftUI"),
    ],
    swiftLanguageModes: [.v6]
)
