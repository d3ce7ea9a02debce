/// What is simulated.
enum Subject: String {
    case lists
    case images
}

/// The options of the command line.
struct Options {
    static let help = """
        Usage: Simulate [--images] [--sessions N] [--seed S] [--trace]
          --images       simulate the loading of images in place of the paging of lists
          --sessions N   the number of sessions to run (100000)
          --seed S       the seed of the first session; the others count up from it (random)
          --keep-going   run the other sessions after one has failed, and print each failure
          --trace        print each seed before its session, to find the one that traps
        """

    private(set) var subject = Subject.lists
    private(set) var sessions = 100_000
    private(set) var seed = UInt64.random(in: 0..<1_000_000_000)
    private(set) var traces = false
    private(set) var keepsGoing = false
    private(set) var showsHelp = false

    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            switch option {
            case "--help": showsHelp = true
            case "--images": subject = .images
            case "--trace": traces = true
            case "--keep-going": keepsGoing = true
            case "--sessions":
                guard let count = rest.popFirst().flatMap({ Int($0) }), count > 0 else {
                    throw UsageError(message: "--sessions takes a whole number greater than zero")
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

/// An invalid command line.
struct UsageError: Error, CustomStringConvertible {
    let message: String
    var description: String { "Simulate: \(message)" }
}
