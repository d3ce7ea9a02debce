// swift-tools-version: 6.3
import Foundation
import PackageDescription

// The name by which the compiler knows the package above, whose `package` declarations the browser uses.
let flux = URL(filePath: Context.packageDirectory).deletingLastPathComponent().lastPathComponent.lowercased()
    .map { $0.isLetter || $0.isNumber ? "\($0)" : "_" }.joined()

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Flux", path: "..")],
    targets: [
        .target(name: "AllocationCounter"),
        // `Demo browse`, and the server that the demo starts: links to the sources above.
        .target(
            name: "LoopbackServer", dependencies: [.product(name: "Streams", package: "Flux")],
            packageAccess: false, swiftSettings: [.unsafeFlags(["-package-name", flux])]),
        .target(
            name: "Browser",
            dependencies: [
                "LoopbackServer", .product(name: "Flux", package: "Flux"),
                .product(name: "FluxTimeline", package: "Flux"),
            ],
            // All but the program itself.
            exclude: ["Command/DemoCommand.swift", "README.md", "run.svg"],
            packageAccess: false,
            swiftSettings: [.unsafeFlags(["-package-name", flux, "-enable-testing"])]),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "AllocationCounter", "Browser", .product(name: "Flux", package: "Flux"),
                .product(name: "FluxTimeline", package: "Flux"),
            ],
            packageAccess: false, swiftSettings: [.unsafeFlags(["-package-name", flux])]),
    ],
    swiftLanguageModes: [.v6]
)
