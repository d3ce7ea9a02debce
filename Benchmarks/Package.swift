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
        // The screens of `Demo browse`, and the images of the server that the demo starts: links to the
        // sources above.
        .target(
            name: "LoopbackServer", dependencies: [.product(name: "Streams", package: "Flux")],
            packageAccess: false, swiftSettings: [.unsafeFlags(["-package-name", flux])]),
        .target(
            name: "Browser",
            dependencies: [
                "LoopbackServer", .product(name: "Flux", package: "Flux"),
                .product(name: "FluxTimeline", package: "Flux"),
            ],
            exclude: [
                "AnyAPI/APIDemonstration.swift", "AnyAPI/Command/APIOptions.swift",
                "AnyAPI/Command/RequestOptions.swift", "AnyAPI/Images/ImageLoads.swift", "AnyAPI/Pages",
                "Browse/Command", "Browse/Pages", "Browse/Shell/BrowseRun.swift",
                "Browse/Shell/BrowseShell.swift", "Client", "Command/CommandInput.swift",
                "Command/DemoCommand.swift", "Command/Options+Values.swift", "Command/Options.swift",
                "Demonstration/ChangeText.swift", "Demonstration/ChangedRows.swift",
                "Demonstration/Demonstration.swift", "Demonstration/EventLog.swift",
                "Demonstration/ImageCounter.swift", "Demonstration/JSONPrinter.swift",
                "Demonstration/Notes.swift", "Demonstration/Recording.swift",
                "Demonstration/RequestLine.swift", "Demonstration/StandardOutput.swift",
                "Demonstration/StatePrinter.swift", "Demonstration/Tally.swift",
                "Demonstration/TextPrinter.swift", "Demonstration/Tour.swift",
                "ImageCache/ImageCacheOptions.swift", "ImageCache/ImageFolder.swift", "Items", "README.md",
                "Terminal/Device", "Viewer", "run.svg",
            ],
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
