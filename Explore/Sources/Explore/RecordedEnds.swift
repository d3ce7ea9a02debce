import Foundation

/// The ends that each program has when its operations follow one another, in any order, as `ends.txt` has
/// them: the name of a program, then a line for each end, indented by a tab. Lines that begin with `#` say
/// what the file is.
struct RecordedEnds {
    private(set) var text = """
        # The ends that the programs of Explore have when their operations follow one another, in any order.
        # `.ci/explore --record` writes this file.

        """
    private var ends: [Substring: [String]] = [:]

    init() {}

    init(contentsOf path: String) throws {
        text = try String(contentsOfFile: path, encoding: .utf8)
        var name: Substring = ""
        for line in text.split(separator: "\n") {
            if line.hasPrefix("\t") {
                ends[name, default: []].append(String(line.dropFirst()))
            } else if !line.hasPrefix("#") {
                name = line
                ends[name] = []
            }
        }
    }

    mutating func add(_ lines: [String], of name: String) {
        text += name + "\n" + lines.map { "\t\($0)\n" }.joined()
    }

    /// The ends of a program, sorted; none, if the file does not have it.
    subscript(name: String) -> [String] { ends[Substring(name)] ?? [] }
}
