import Foundation

/// Picks mutants, builds them and runs the tests against each.
struct MutationRun {
    let options: Options
    let package: URL

    private var folder: URL {
        package.appendingPathComponent(options.explores ? ".build/mutation-explore" : ".build/mutation")
    }

    /// The tests without those in which threads race, which take the longest, and those.
    private static let tests = [["--skip", "RaceTests"], ["--filter", "RaceTests"]]

    /// Up to two changes of threads inside of operations; most mutants are found in a few seconds.
    private static let explorations = [
        ["15", "--terse", "--bound", "2"], ["90", "--terse", "--bound", "2,3"],
    ]

    private var stages: [[String]] {
        if !options.explores { return Self.tests }
        let programs = options.programs.isEmpty ? [] : ["--only", options.programs]
        let ends = ["--ends", package.appendingPathComponent("Explore/ends.txt").path]
        if let seconds = options.seconds { return [["\(seconds)", "--terse"] + ends + programs] }
        return Self.explorations.map { $0 + ends + programs }
    }

    /// Runs and reports.
    ///
    /// - Returns: Whether all mutants were caught.
    func run() throws -> Bool {
        if options.plants { return try runPlantedFaults() }
        let list = package.appendingPathComponent("Mutation/equivalent.txt")
        let known = try EquivalentMutants(contentsOf: list)
        // More than are asked for, since some will not compile.
        let selection = Selection(
            of: options.count + options.count / 5 + 5, from: try sources(), seed: options.seed, except: known,
            explores: options.explores)
        if options.onlyLists {
            for (number, mutant) in selection.mutants.prefix(options.count).enumerated() {
                say("\(number)\t\(description(of: mutant))\n\(difference(of: mutant))")
            }
            return true
        }
        say("seed \(options.seed)")
        var copy = try MutatedPackage(copyOf: package, in: folder, explores: options.explores)
        try copy.build(selection.mutants)
        say("\(selection.mutants.count - copy.numbers.count) of \(selection.mutants.count) did not compile")
        if options.onlyBuilds {
            let built = copy.numbers.prefix(options.count)
            for number in built {
                let mutant = selection.mutants[number]
                say("\(number)\t\(description(of: mutant))\n\(difference(of: mutant))")
            }
            return true
        }
        let passes = try run(selection.mutants, numbers: Array(copy.numbers.prefix(options.count)), in: copy)
        if !selection.equivalents.isEmpty {
            say("\(selection.equivalents.count) more that change nothing, by \(list.lastPathComponent):")
            for mutant in selection.equivalents { say("  \(description(of: mutant))") }
        }
        return passes
    }

    /// Explores each planted fault by the program that must find it.
    ///
    /// - Returns: Whether all were found.
    private func runPlantedFaults() throws -> Bool {
        let list = package.appendingPathComponent("Mutation/planted.txt")
        let faults = try PlantedFaults(contentsOf: list, in: package).faults
        if options.onlyLists {
            for (number, fault) in faults.enumerated() { say("\(number)\t\(description(of: fault.mutant))") }
            return true
        }
        var copy = try MutatedPackage(copyOf: package, in: folder, explores: true)
        try copy.build(faults.map(\.mutant))
        for number in faults.indices where !copy.numbers.contains(number) {
            throw MutationError("does not compile: \(description(of: faults[number].mutant))")
        }
        if options.onlyBuilds { return true }
        let tests = TestRun(
            program: try testProgram(in: copy), log: folder.appendingPathComponent("tests.log"))
        func outcome(of number: Int?, _ program: String) throws -> TestRun.Outcome {
            let selection = [number == nil ? "5" : "30", "--terse", "--bound", "2,3", "--only", program]
            return try tests.run(selection, mutant: number, limit: 90)
        }
        let chosen = faults.indices.filter { options.numbers.isEmpty || options.numbers.contains($0) }
        for program in Set(chosen.map { faults[$0].program }).sorted() {
            guard case .passed = try outcome(of: nil, program) else {
                throw MutationError("\(program) finds a fault without one: \(tests.log.path)")
            }
        }
        var alive = 0
        for number in chosen {
            let fault = faults[number]
            let result =
                switch try outcome(of: number, fault.program) {
                case .passed: "NOT FOUND by \(fault.program)"
                case .failed(let words): words
                case .crashed(let words): "\(fault.program): crashes: \(words.prefix(100))"
                case .hung: "\(fault.program): hangs"
                }
            if result.hasPrefix("NOT") { alive += 1 }
            say("\(number)\t\(result)\t\(description(of: fault.mutant))")
        }
        say("\n\(chosen.count) planted faults, \(alive) not found")
        return alive == 0
    }

    private func sources() throws -> [SourceFile] {
        let prefix = "Sources/Streams/"
        let paths = try FileManager.default.subpathsOfDirectory(atPath: package.path + "/" + prefix)
        let starts = options.paths.map { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : $0 }
        func isChosen(_ path: String) -> Bool {
            path.hasSuffix(".swift") && (starts.isEmpty || starts.contains { path.hasPrefix($0) })
        }
        return try paths.filter(isChosen).sorted().map { try SourceFile(path: prefix + $0, in: package) }
    }

    /// Runs the tests against each mutant.
    ///
    /// - Returns: Whether all were caught.
    private func run(_ mutants: [Mutant], numbers: [Int], in copy: MutatedPackage) throws -> Bool {
        let tests = TestRun(
            program: try testProgram(in: copy), log: folder.appendingPathComponent("tests.log"))
        let limits = try stages.map { stage in
            let start = Date()
            guard case .passed = try tests.run(stage, mutant: nil, limit: 600) else {
                throw MutationError("the tests fail without a mutant: \(tests.log.path)")
            }
            // An exploration takes the time that it is given, and a little more for the last run.
            return (options.explores ? 1.5 : 5) * max(2, Date().timeIntervalSince(start))
        }
        var alive: [Int] = []
        let chosen = numbers.filter { options.numbers.isEmpty || options.numbers.contains($0) }
        for number in chosen {
            let outcome = try outcome(of: number, tests, limits)
            say("\(number)\t\(outcome ?? "ALIVE")\t\(description(of: mutants[number]))")
            if outcome == nil { alive.append(number) }
        }
        for number in alive {
            say("\nalive: \(number)\t\(description(of: mutants[number]))\n\(difference(of: mutants[number]))")
        }
        say("\n\(chosen.count) mutants, \(chosen.count - alive.count) caught, \(alive.count) alive")
        return alive.isEmpty
    }

    /// How a mutant was caught, if it was.
    private func outcome(of number: Int, _ tests: TestRun, _ limits: [TimeInterval]) throws -> String? {
        for (stage, limit) in zip(stages, limits) {
            switch try tests.run(stage, mutant: number, limit: limit) {
            case .passed: continue
            case .failed(let test): return "failed \(test)"
            case .crashed(let words): return "crashed \(words.prefix(100))"
            case .hung: return "hung, stopped after \(Int(limit)) s"
            }
        }
        return nil
    }

    private func testProgram(in copy: MutatedPackage) throws -> [String] {
        let path = try copy.swiftBuild(["--show-bin-path"])
        let lines = path.output.split(separator: "\n")
        if options.explores { return ["\(lines.last ?? "")/Explore"] }
        let bundles = try FileManager.default.contentsOfDirectory(atPath: String(lines.last ?? ""))
        guard let bundle = bundles.first(where: { $0.hasSuffix(".xctest") }), let folder = lines.last else {
            throw MutationError("no tests were built")
        }
        let program = "\(folder)/\(bundle)"
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: program, isDirectory: &isFolder)
        // A bundle, as on macOS, is no program: the package manager knows what runs it.
        if !isFolder.boolValue { return [program, "--testing-library", "swift-testing"] }
        return ["/usr/bin/env", "swift", "test", "--skip-build", "--package-path", copy.folder.path]
    }

    /// Prints a line at once, so that a long run can be followed.
    private func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }

    private func description(of mutant: Mutant) -> String {
        "\(mutant.file.path):\(mutant.line): \(mutant.kind)"
    }

    private func difference(of mutant: Mutant) -> String {
        "- \(mutant.original)\n+ \(mutant.mutated)"
    }
}
