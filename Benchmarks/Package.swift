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
        // The screens of `Demo browse`: links to the sources above.
        .target(
            name: "Browser",
            dependencies: [
                .product(name: "Flux", package: "Flux"), .product(name: "FluxTimeline", package: "Flux"),
            ],
            exclude: ["README.md", "run.svg"],
            sources: [
                "AnyAPI/Command/NextPageRule+Option.swift", "AnyAPI/Images/Picture.swift",
                "AnyAPI/Images/URL+PrivateHost.swift", "AnyAPI/Items", "Browse/Items", "Browse/List",
                "Browse/Screens", "Browse/Shell/BrowseInbox.swift", "Command/UsageError.swift",
                "Demonstration/Error+ShellText.swift", "Demonstration/ImageCounts.swift",
                "Demonstration/ListRow.swift", "Demonstration/TerminalText.swift",
                "Demonstration/TerminalWidth.swift", "Demonstration/TextStyle.swift",
                "Demonstration/TextWidth.swift", "ImageCache/ImageHits.swift", "Pixels", "Terminal/Cells",
                "Terminal/Graphics", "Terminal/Keys",
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
