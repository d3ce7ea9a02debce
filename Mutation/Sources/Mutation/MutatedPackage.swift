import Foundation

/// A copy of the package into which mutants are built.
///
/// All are compiled into one build. The environment variable `MUTANT` has the number of the one that is
/// active; without it none is.
struct MutatedPackage {
    let folder: URL
    /// Whether the programs of Explore are built in place of the tests.
    let explores: Bool
    /// The numbers of the mutants that are built in.
    private(set) var numbers: [Int] = []

    private static let selector = """
        import Foundation

        private let activeMutant = ProcessInfo.processInfo.environment["MUTANT"].flatMap { Int($0) }

        @usableFromInline
        func mutantIsActive(_ number: Int) -> Bool { number == activeMutant }
        """

    /// Keeps, of the package's targets, the tests of Streams and what they need.
    private static let trimming = """

        do {
            var needed: Set = ["StreamsTests"]
            for _ in package.targets {
                for target in package.targets where needed.contains(target.name) {
                    for dependency in target.dependencies {
                        switch dependency {
                        case .byNameItem(let name, _), .targetItem(let name, _): needed.insert(name)
                        default: break
                        }
                    }
                }
            }
            package.targets.removeAll { !needed.contains($0.name) }
            package.products = []
        }
        """

    /// Copies the package.
    ///
    /// - Parameters:
    ///   - package: The package's folder.
    ///   - folder: Where the copy is made; a build of an earlier copy may be there.
    ///   - explores: Whether the programs of Explore are built in place of the tests.
    init(copyOf package: URL, in folder: URL, explores: Bool) throws {
        self.folder = folder
        self.explores = explores
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in explores ? ["Sources", "Explore"] : ["Sources", "Tests"] {
            try Self.copy(package.appendingPathComponent(name), to: folder.appendingPathComponent(name))
        }
        if !explores {
            let manifest = try String(
                contentsOf: package.appendingPathComponent("Package.swift"), encoding: .utf8)
            try write(manifest + Self.trimming, to: "Package.swift")
        }
    }

    /// Copies a file or a folder. Files that are the same stay as they are, and are not compiled again.
    private static func copy(_ source: URL, to copy: URL) throws {
        let files = FileManager.default
        switch try files.attributesOfItem(atPath: source.path)[.type] as? FileAttributeType {
        case .typeDirectory:
            try files.createDirectory(at: copy, withIntermediateDirectories: true)
            let names = try files.contentsOfDirectory(atPath: source.path)
            for name in try files.contentsOfDirectory(atPath: copy.path) where !names.contains(name) {
                try files.removeItem(at: copy.appendingPathComponent(name))
            }
            for name in names {
                try Self.copy(source.appendingPathComponent(name), to: copy.appendingPathComponent(name))
            }
        case .typeSymbolicLink:
            let target = try files.destinationOfSymbolicLink(atPath: source.path)
            if (try? files.destinationOfSymbolicLink(atPath: copy.path)) == target { return }
            try? files.removeItem(at: copy)
            try files.createSymbolicLink(atPath: copy.path, withDestinationPath: target)
        default:
            let data = try Data(contentsOf: source)
            if (try? Data(contentsOf: copy)) != data { try data.write(to: copy) }
        }
    }

    private func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: folder.appendingPathComponent(path))
    }

    /// Builds mutants in, without those that do not compile.
    mutating func build(_ mutants: [Mutant]) throws {
        numbers = Array(mutants.indices)
        for module in modules(of: mutants) {
            try write(Self.selector, to: "Sources/\(module)/MutantSelector.swift")
        }
        var dropped: Set<Int>
        repeat {
            let lines = try write(mutants)
            dropped = try brokenMutants(mutants, at: lines)
            numbers.removeAll { dropped.contains($0) }
        } while !dropped.isEmpty
        let build = try swiftBuild(explores ? [] : ["--build-tests"])
        guard build.status == 0 else {
            throw MutationError("the tests do not build:\n\(build.output.suffix(4000))")
        }
    }

    /// Runs `swift build` in the copy.
    func swiftBuild(_ arguments: [String]) throws -> (status: Int32, output: String) {
        let package = explores ? folder.appendingPathComponent("Explore") : folder
        let scratch = folder.appendingPathComponent(".build")
        return try Command.run(
            ["swift", "build", "--package-path", package.path, "--scratch-path", scratch.path] + arguments)
    }

    /// Writes the sources with the mutants in them.
    ///
    /// - Returns: On which lines each mutant stands.
    private func write(_ mutants: [Mutant]) throws -> [Int: ClosedRange<Int>] {
        var lines: [Int: ClosedRange<Int>] = [:]
        let byPath = Dictionary(grouping: mutants.indices) { mutants[$0].file.path }
        for (path, indices) in byPath {
            guard let file = indices.first.map({ mutants[$0].file }) else { continue }
            let chosen = indices.filter { numbers.contains($0) }.map { ($0, mutants[$0]) }
            let written = file.text(with: chosen)
            try write(written.text, to: path)
            lines.merge(written.lines) { $1 }
        }
        return lines
    }

    private func modules(of mutants: [Mutant]) -> [String] {
        Set(mutants.compactMap { $0.file.path.split(separator: "/").dropFirst().first }).map(String.init)
            .sorted()
    }

    /// The mutants that do not compile.
    private func brokenMutants(_ mutants: [Mutant], at lines: [Int: ClosedRange<Int>]) throws -> Set<Int> {
        for module in modules(of: mutants) {
            let broken = try brokenMutants(mutants, at: lines, of: module)
            if !broken.isEmpty { return broken }
        }
        return []
    }

    private func brokenMutants(
        _ mutants: [Mutant], at lines: [Int: ClosedRange<Int>], of module: String
    ) throws -> Set<Int> {
        let build = try swiftBuild(["--target", module])
        if build.status == 0 { return [] }
        var broken: Set<Int> = []
        for line in Set(build.output.split(separator: "\n")) {
            let parts = line.split(separator: ":", maxSplits: 3)
            guard parts.count == 4, parts[3].hasPrefix(" error:"), let number = Int(parts[1]) else {
                continue
            }
            let near = lines.filter { parts[0].hasSuffix("/" + mutants[$0.key].file.path) }
            // The compiler may blame the closure or the function around the mutant.
            let nearest = near.min { distance(of: number, to: $0.value) < distance(of: number, to: $1.value) }
            guard let nearest else { throw MutationError("\(module) does not build: \(line)") }
            broken.insert(nearest.key)
        }
        guard !broken.isEmpty else {
            throw MutationError("\(module) does not build:\n\(build.output.suffix(4000))")
        }
        return broken
    }

    private func distance(of line: Int, to lines: ClosedRange<Int>) -> Int {
        max(0, lines.lowerBound - line, line - lines.upperBound)
    }
}
