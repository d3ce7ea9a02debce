// Prints the public symbols that have no documentation: `swift undocumented.swift FOLDER…`, where each folder
// holds the symbol graphs of a module. Exit status 1 if there are any.
//
// A symbol is documented if the symbol graph has a comment for it that says something. The compiler puts in
// the requirement's comment where a witness has none of its own, so a witness of a documented requirement is
// documented (`receive(subscriber:)`, `Output`, `==`). Not asked of a comment: blocks of extensions, which
// are not declarations, and symbols without a place in the sources, which the compiler has synthesized.

import Foundation

struct SymbolGraph: Decodable {
    var symbols: [Symbol]
}

struct Symbol: Decodable {
    struct Kind: Decodable {
        var identifier: String
    }

    struct Location: Decodable {
        struct Position: Decodable {
            var line: Int
        }

        var uri: String
        var position: Position
    }

    struct Comment: Decodable {
        struct Line: Decodable {
            var text: String
        }

        var lines: [Line]
    }

    var kind: Kind
    var pathComponents: [String]
    var location: Location?
    var docComment: Comment?

    var isDocumented: Bool {
        docComment?.lines.contains { !$0.text.allSatisfy(\.isWhitespace) } ?? false
    }

    /// `file:line: error: …`, or `nil` if there is nothing to say.
    var message: String? {
        guard let location, kind.identifier != "swift.extension", !isDocumented else { return nil }
        let file = URL(string: location.uri)?.path ?? location.uri
        let name = pathComponents.joined(separator: ".")
        return "\(file):\(location.position.line + 1): error: '\(name)' has no documentation"
    }
}

var symbolCount = 0
var messages: [String] = []
for folder in CommandLine.arguments.dropFirst() {
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    for file in files where file.hasSuffix(".symbols.json") {
        let data = try Data(contentsOf: URL(fileURLWithPath: folder).appendingPathComponent(file))
        let graph = try JSONDecoder().decode(SymbolGraph.self, from: data)
        symbolCount += graph.symbols.count
        messages += graph.symbols.compactMap(\.message)
    }
}

for message in Set(messages).sorted() { print(message) }
print("\(symbolCount) public symbols, \(Set(messages).count) without documentation")
// Nothing found to check is a mistake of the caller's.
exit(messages.isEmpty && symbolCount > 0 ? 0 : 1)
