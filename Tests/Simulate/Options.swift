/// What the command line asks for.
struct Options {
    static let help = """
        Usage: Simulate [--sessions N] [--seed S] [--trace]
          --sessions N   how many sessions are played (100000)
          --seed S       the seed of the first one; those of the others follow (drawn at random)
          --trace        say each seed before it is played: a trap ended one of the last
        """

    private(set) var sessions = 100_000
    private(set) var seed = UInt64.random(in: 0..<1_000_000_000)
    private(set) var traces = false
    private(set) var showsHelp = false

    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            switch option {
            case "--help": showsHelp = true
            case "--trace": traces = true
            case "--sessions":
                guard let count = rest.popFirst().flatMap({ Int($0) }), count > 0 else {
                    throw UsageError(message: "--sessions takes a whole number above zero")
                }
                sessions = count
            case "--seed":
                guard let number = rest.popFirst().flatMap({ UInt64($0) }) else {
                    throw UsageError(message: "--seed takes a whole number")
                }
                seed = number
            default: throw UsageError(message: "unknown option \(option)")
            }
        }
    }
}

/// A command line that makes no sense.
struct UsageError: Error, CustomStringConvertible {
    let message: String
    var description: String { "Simulate: \(message)" }
}
