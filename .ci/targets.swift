// Checks that each target, and each library, of a package names all targets that it depends on, not only
// those that it imports: `swift package dump-package | swift .ci/targets.swift`.
//
// SwiftPM compiles a target again if the module of a target that it names has changed. That of a target which
// exports others stays the same if only these change. A project that updates the package would keep what it
// has inlined of them, and the sizes of their types.
import Foundation

struct Package: Decodable {
    struct Target: Decodable {
        struct Dependency: Decodable {
            let byName: [String?]?
        }

        let name: String
        let dependencies: [Dependency]

        var named: Set<String> { Set(dependencies.compactMap { $0.byName?.first ?? nil }) }
    }

    struct Product: Decodable {
        let name: String
        let targets: [String]
    }

    let targets: [Target]
    let products: [Product]
}

let package = try JSONDecoder().decode(Package.self, from: FileHandle.standardInput.readDataToEndOfFile())
let named = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0.named) })

/// All targets that some depend on.
func dependencies(of targets: some Sequence<String>) -> Set<String> {
    var found: Set<String> = []
    var next = Array(targets)
    while let target = next.popLast() {
        for name in named[target, default: []] where found.insert(name).inserted { next.append(name) }
    }
    return found
}

var isComplete = true
let lists =
    package.targets.map { ("target", $0.name, $0.named, dependencies(of: [$0.name])) }
    + package.products.map { ("product", $0.name, Set($0.targets), dependencies(of: $0.targets)) }
for (kind, name, listed, needed) in lists {
    let missing = needed.subtracting(listed).sorted()
    if missing.isEmpty { continue }
    print("The \(kind) \(name) has to name \(missing.joined(separator: ", ")).")
    isComplete = false
}
exit(isComplete ? 0 : 1)
