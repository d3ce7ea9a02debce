import Foundation

/// A header field for the next page.
struct NextHeader: Sendable {
    /// The name as it was received.
    let name: String
    let value: String
    let parameter: PageSign.Parameter

    /// Returns those of some header fields, the likeliest first.
    static func fields(_ all: [(name: String, value: String)]) -> [NextHeader] {
        var names: Set<String> = []
        return PageSign.nextHeaders.flatMap { sign in
            all.compactMap { name, value in
                guard case .cursor(let parameter) = sign.meaning, sign.matches(name.plain),
                    !value.isEndOfList,
                    names.insert(name).inserted
                else { return nil }
                return NextHeader(name: name, value: value, parameter: parameter)
            }
        }
    }
}

extension String {
    /// Whether the text of a field for the next page means that there is none: some servers send null, false
    /// or 0 as a text.
    var isEndOfList: Bool {
        let text = trimmingCharacters(in: .whitespaces).lowercased()
        return ["", "null", "none", "false"].contains(text) || Int(text).map { $0 <= 0 } ?? false
    }
}
