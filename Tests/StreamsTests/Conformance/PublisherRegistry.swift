import Foundation

/// The publishers that the library declares, read from its sources.
struct PublisherRegistry {
    /// The names of the public types that are publishers, as users write them: `Just`, `Publishers.Map`.
    private(set) var publishers: Set<String> = []

    /// Reads the sources of this package.
    static func ofSources(file: String = #filePath) throws -> PublisherRegistry {
        let root = URL(fileURLWithPath: file).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let folder = root.appendingPathComponent("Sources/Streams")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        return PublisherRegistry(
            try paths.filter { $0.hasSuffix(".swift") }.map {
                try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8)
            })
    }

    /// Reads declarations.
    ///
    /// - Parameter texts: Swift files, indented as `swift format` does.
    init(_ texts: [String]) {
        let declarations = texts.flatMap(Declaration.all(in:))
        // Protocols that refine `Publisher` make publishers of their types too.
        var protocols: Set = ["Publisher"]
        while true {
            let refined = declarations.filter { $0.kind == .protocol && $0.inherits(from: protocols) }
            let known = protocols.union(refined.map(\.name))
            if known == protocols { break }
            protocols = known
        }
        publishers = Set(
            declarations.filter { $0.kind == .type && $0.inherits(from: protocols) }.map(\.name))
    }
}

/// One declaration of a public type, of a protocol, or of an extension.
private struct Declaration {
    enum Kind {
        case type, `protocol`
    }

    let kind: Kind
    let name: String
    let inherited: [String]

    func inherits(from protocols: Set<String>) -> Bool {
        inherited.contains { protocols.contains(String($0.split(separator: ".").last ?? "")) }
    }

    /// The declarations of a file, each with the names of those around it.
    static func all(in text: String) -> [Declaration] {
        let head =
            #/(?m)^(?<indent> *)(?<kind>extension|public (?:final )?(?:class|struct|enum|protocol)) (?<name>[\w.]+)(?<rest>[^{]*)\{/#
        var around: [(indent: Int, name: String)] = []
        return text.matches(of: head).map { match in
            let indent = match.indent.count
            around.removeAll { $0.indent >= indent }
            let name = (around.map(\.name) + [String(match.name)]).joined(separator: ".")
            around.append((indent, String(match.name)))
            return Declaration(
                kind: match.kind.hasSuffix("protocol") ? .protocol : .type, name: name,
                inherited: inheritance(match.rest))
        }
    }

    /// The types between the colon after a name and its generic parameters, and `where` or the body.
    private static func inheritance(_ rest: Substring) -> [String] {
        var depth = 0
        let outside = rest.filter { character in
            if character == "<" { depth += 1 }
            defer { if character == ">" { depth -= 1 } }
            return depth == 0
        }
        let clause = outside.prefix(upTo: outside.firstRange(of: "where")?.lowerBound ?? outside.endIndex)
        guard let colon = clause.firstIndex(of: ":") else { return [] }
        return clause[clause.index(after: colon)...].split(separator: ",")
            .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
    }
}

/// The names of the nominal types within a type, without their modules: for
/// `Publishers.Map<Just<Int>, Bool>` they are `Publishers.Map`, `Just`, `Int` and `Bool`.
func nominalNames(in type: Any.Type) -> Set<String> {
    var names: Set<String> = []
    // A path is interrupted by its arguments, and continues after them: `Swift.Optional<…>.Publisher`.
    var paths = [""]
    func finish() {
        names.insert(paths[paths.count - 1].split(separator: ".").dropFirst().joined(separator: "."))
        paths[paths.count - 1] = ""
    }
    for character in String(reflecting: type) {
        switch character {
        case "<":
            paths.append("")
        case ">" where paths.count > 1:
            finish()
            paths.removeLast()
        case ",", " ", "(", ")":
            finish()
        case ":":
            // After "(extension in Module)".
            paths[paths.count - 1] = ""
        default:
            paths[paths.count - 1].append(character)
        }
    }
    finish()
    return names
}
