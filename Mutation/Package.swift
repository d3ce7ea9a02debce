// swift-tools-version: 6.3
import PackageDescription

// Changes Streams and runs its tests against each change: see `.ci/mutate`.
let package = Package(
    name: "Mutation",
    platforms: [.macOS(.v15)],
    targets: [.executableTarget(name: "Mutation")],
    swiftLanguageModes: [.v6]
)
