/// The options of the command line.
struct Options {
    static let help = """
        Usage: Benchmarks [--only NAME]… [--rounds N | --smoke] [--json]
          --only NAME   run this benchmark only; may be repeated
          --rounds N    how many times each side runs; the fastest counts (7)
          --smoke       one short round, to see that everything runs; its times mean nothing
          --json        one JSON object a line

        A row says how long an element takes with the library and by hand, how the two compare, the first as a
        multiple of an uncontended lock and unlock in the same run, and how often memory is allocated for an
        element (library / by hand; on Linux). The row `memory` says how many bytes an element holds.

        Exit status: 0, 1 if a benchmark allocates memory more often than it states, 2 for a wrong option.
        """

    private(set) var names: [String] = []
    private(set) var rounds = 7
    private(set) var isSmokeTest = false
    private(set) var asJSON = false
    private(set) var showsHelp = false

    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            switch option {
            case "--help": showsHelp = true
            case "--json": asJSON = true
            case "--smoke": (isSmokeTest, rounds) = (true, 1)
            case "--only": names.append(try Self.value(of: option, &rest))
            case "--rounds":
                guard let count = Int(try Self.value(of: option, &rest)), count > 0 else {
                    throw UsageError(message: "--rounds takes a whole number above zero")
                }
                rounds = count
            default: throw UsageError(message: "unknown option \(option)")
            }
        }
    }

    private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(UsageError)
        -> String
    {
        guard let value = rest.popFirst() else { throw UsageError(message: "\(option) needs a value") }
        return value
    }

    /// The benchmarks that are named, or all.
    func choose(from all: [Benchmark]) throws(UsageError) -> [Benchmark] {
        let all = isSmokeTest ? all.map(\.shortened) : all
        if names.isEmpty { return all }
        for name in names where !all.contains(where: { $0.name == name }) {
            throw UsageError(
                message:
                    "no benchmark is called \(name); there are \(all.map(\.name).joined(separator: ", "))")
        }
        return all.filter { names.contains($0.name) }
    }
}

/// Benchmarks that allocate memory too often.
struct BenchmarkFailure: Error, CustomStringConvertible {
    let faults: [String]
    var description: String { faults.joined(separator: "\n") }
}

/// A command line that makes no sense.
struct UsageError: Error, CustomStringConvertible {
    let message: String
    var description: String { "Benchmarks: \(message)" }
}
