// Prints the members that a module adds to types of other modules, and that hide a name of the standard
// library or of Foundation: `swift hidden.swift FOLDER LIBRARIES STANDARD`, where FOLDER holds the symbol
// graphs of this package's libraries and of standard modules, whose names follow, separated by commas. Exit
// status 1 if there are any.
//
// In an extension of a type, an unqualified name is looked up among the members first: a member `zip()` of
// `Sequence` makes `zip(a, b)` an error in every extension of a sequence, "use of 'zip' refers to instance
// method rather than global function", in each file of a project that imports the module in one of them. A
// member of a protocol is a member of all types that conform.

import Foundation

struct SymbolGraph: Decodable {
    var symbols: [Symbol]
}

struct Symbol: Decodable {
    struct Kind: Decodable {
        var identifier: String
    }

    struct Identifier: Decodable {
        var precise: String
    }

    var kind: Kind
    var identifier: Identifier
    var pathComponents: [String]

    /// The name with its labels, such as `zip(_:_:)`.
    var title: String { pathComponents.last ?? "" }

    /// The name without labels.
    var name: String { String(title.prefix { $0 != "(" }) }

    var isMember: Bool { pathComponents.count > 1 }

    /// Whether it is a function outside of types, which a member of the same name hides.
    var isGlobalFunction: Bool { !isMember && kind.identifier == "swift.func" }

    /// Whether it is a type outside of types, which a nested type of the same name hides.
    var isGlobalType: Bool { !isMember && Symbol.types.contains(kind.identifier) }

    var isType: Bool { Symbol.types.contains(kind.identifier) }

    private static let types: Set = [
        "swift.struct", "swift.class", "swift.enum", "swift.protocol", "swift.typealias",
    ]
}

/// Functions of C that Foundation brings along, and that the symbol graphs don't have.
let functionsOfC: Set = [
    "abort", "accept", "acos", "asin", "atan", "bind", "cbrt", "ceil", "chdir", "clock", "close", "connect",
    "cos", "dup",
    "exit", "exp", "fabs", "floor", "fork", "free", "getenv", "index", "kill", "link", "listen", "log",
    "malloc", "memcmp",
    "memcpy", "memset", "open", "pause", "pipe", "poll", "pow", "raise", "random", "read", "remove", "rename",
    "round",
    "select", "send", "signal", "sin", "sleep", "socket", "sqrt", "stat", "strlen", "system", "tan", "time",
    "trunc",
    "wait", "write",
]

let folder = URL(fileURLWithPath: CommandLine.arguments[1])
let libraries = Set(CommandLine.arguments[2].split(separator: ",").map { String($0) })
let standard = Set(CommandLine.arguments[3].split(separator: ",").map { String($0) })

var functions = functionsOfC
var types: Set<String> = []
var members: [String: Set<String>] = [:]
var known: Set<String> = []
var added: [(module: String, symbol: Symbol)] = []

for file in try FileManager.default.contentsOfDirectory(atPath: folder.path)
where file.hasSuffix(".symbols.json") {
    // `Streams.symbols.json`, or `Streams@Swift.symbols.json` for what a module adds to types of another.
    let modules = file.dropLast(".symbols.json".count).split(separator: "@").map { String($0) }
    let data = try Data(contentsOf: folder.appendingPathComponent(file))
    let symbols = try JSONDecoder().decode(SymbolGraph.self, from: data).symbols
    if standard.contains(modules[0]) {
        for symbol in symbols {
            known.insert(symbol.identifier.precise)
            if symbol.isGlobalFunction { functions.insert(symbol.name) }
            if symbol.isGlobalType { types.insert(symbol.name) }
            if symbol.isMember {
                members[symbol.title, default: []].insert(
                    symbol.pathComponents.dropLast().joined(separator: "."))
            }
        }
    } else if modules.count > 1, libraries.contains(modules[0]), !libraries.contains(modules[1]) {
        // Members of the package's own types don't matter here.
        added += symbols.filter { $0.isMember && $0.pathComponents.count == 2 }.map { (modules[0], $0) }
    }
}

// A type that gets a conformance has its members repeated in the graph of the module that adds it.
added.removeAll { known.contains($0.symbol.identifier.precise) }

var messages: Set<String> = []
for (module, symbol) in added {
    let path = symbol.pathComponents.joined(separator: ".")
    let owner = symbol.pathComponents[0]
    if functions.contains(symbol.name) {
        messages.insert(
            "error: '\(path)' of \(module) hides the global function '\(symbol.name)' in extensions of \(owner)"
        )
    }
    if symbol.isType, types.contains(symbol.name) {
        messages.insert(
            "error: '\(path)' of \(module) hides the type '\(symbol.name)' in extensions of \(owner)")
    }
    // An initializer is looked up in its type alone.
    let owners = members[symbol.title] ?? []
    let isOfAProtocol = owner == "Sequence" || owner == "Collection" || owner == "AsyncSequence"
    if symbol.name != "init", isOfAProtocol ? !owners.isEmpty : owners.contains(owner) {
        messages.insert(
            "error: '\(path)' of \(module) has the name of a member of \(owners.sorted().joined(separator: ", "))"
        )
    }
}

for message in messages.sorted() { print(message) }
print(
    "\(added.count) members of types of other modules, \(functions.count) global functions, \(messages.count) hidden names"
)
// Nothing found to check is a mistake of the caller's.
exit(messages.isEmpty && !added.isEmpty && functions.count > 60 ? 0 : 1)
