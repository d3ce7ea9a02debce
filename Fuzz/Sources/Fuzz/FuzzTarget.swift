import Foundation

/// A parser under test: it must not trap on any input, and what it returns must be consistent.
struct FuzzTarget: Sendable {
    /// The name on the command line, and that of the folder of its first inputs.
    let name: String
    let run: @Sendable (Data) -> Void

    static let all: [FuzzTarget] =
        [
            request, users, png, link, address, retryAfter, date, contentRange, cacheControl, dataURL, json,
            number, path, setting, page, serverMessage, diskRecord,
        ]
        .sorted { $0.name < $1.name }

    init(_ name: String, _ run: @escaping @Sendable (Data) -> Void) {
        self.name = name
        self.run = run
    }

    /// Makes a target of a parser of text.
    init(text name: String, _ run: @escaping @Sendable (String) -> Void) {
        self.init(name) { data in run(String(decoding: data, as: UTF8.self)) }
    }
}

/// Ends the process, which libFuzzer reports as a find, unless a condition holds.
func expect(_ condition: Bool, _ message: @autoclosure () -> String) {
    if !condition { fatalError("the result is wrong: \(message())") }
}

extension Data {
    /// Returns the first lines, and what follows them.
    func cutLines(_ count: Int) -> (lines: [String], rest: Data) {
        var rest = self
        var lines: [String] = []
        for _ in 0..<count {
            let line = rest.prefix { $0 != UInt8(ascii: "\n") }
            rest = rest.dropFirst(line.count + 1)
            lines.append(String(decoding: line, as: UTF8.self))
        }
        return (lines, Data(rest))
    }
}
