// swift-tools-version: 6.3
import Foundation
import PackageDescription

// A package like that of a user, which depends on this one by its path. `.ci/adopter` builds it, and measures
// the cost of the dependency: `ADOPTER_WITHOUT_FLUX=1` is the same package without it.
let alone = ProcessInfo.processInfo.environment["ADOPTER_WITHOUT_FLUX"] != nil

let streams = Target.Dependency.product(name: "Streams", package: "Flux")
let flux = Target.Dependency.product(name: "Flux", package: "Flux")

// One source in three modes: targets of their own, whose folders are links. The last one has the settings of
// new app projects.
let modes: [(suffix: String, settings: [SwiftSetting])] = [
    ("", [.swiftLanguageMode(.v6)]),
    ("InSwift5", [.swiftLanguageMode(.v5)]),
    (
        "OnMainActor",
        [
            .swiftLanguageMode(.v6), .defaultIsolation(MainActor.self),
            .enableUpcomingFeature("InferIsolatedConformances"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        ]
    ),
]

// Chains with mistakes, and what compiles the chains with Combine's declarations.
let excluded = [
    "README.md", "CombineStandIn", "CombineSupport", "Globals", "MainActorByDefault", "Races", "Rejected",
]

let package = Package(
    name: "Adopter",
    platforms: [.macOS(.v15)],
    dependencies: alone ? [] : [.package(name: "Flux", path: "..")],
    targets: alone
        ? [.executableTarget(name: "ViewModel", path: "Sources/WithoutStreams")]
        : [
            .executableTarget(name: "ViewModel", dependencies: [streams]),
            .executableTarget(name: "List", dependencies: [flux]),
        ]
            + modes.map { mode in
                .target(
                    name: "Chains\(mode.suffix)", dependencies: [flux], exclude: excluded,
                    swiftSettings: mode.settings)
            }
            + modes.map { mode in
                .target(name: "Names\(mode.suffix)", dependencies: [flux], swiftSettings: mode.settings)
            }
            + modes.map { mode in
                .testTarget(
                    name: "Wrappers\(mode.suffix)", dependencies: [streams, flux],
                    swiftSettings: mode.settings)
            }
)
