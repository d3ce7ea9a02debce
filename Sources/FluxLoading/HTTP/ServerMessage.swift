import Foundation

/// Finds the server's own message in the body of an error response.
package enum ServerMessage {
    /// The number of bytes of a body that are read for it.
    static let maximumBytes = 16 * 1024

    private static let maximumLength = 200

    /// Returns the text at `message`, `detail` or `error` and the like of a JSON body, or the first line of a
    /// text, cut to one line of 200 characters without control characters.
    static func text(in body: Data) -> String? {
        guard let json = try? JSONText(body) else { return line(of: body) }
        return text(in: json).flatMap { line($0) }
    }

    /// Returns the message of a body that describes a failure: it has a non-empty field for an error, or a
    /// field that reports a failed request. A message that only states that there are no results is none.
    package static func ofFailure(in json: JSONText) -> String? {
        if case .failure(let message) = RequestOutcome(of: json) { message } else { nil }
    }

    /// Returns the message of an object that describes a failure, if it does.
    ///
    /// - Parameter error: The value of its field for an error, if that is not empty.
    static func ofFailure(in json: JSONText, _ error: JSONText?) -> String? {
        let ofError = error.flatMap { text(in: $0, isError: true) }
        return (ofError ?? text(in: json, isError: true)).flatMap { line($0) }
    }

    /// Returns the message of an array that has a failure in place of items: its only element is an object
    /// that has nothing but a message with a code, or several messages.
    package static func ofFailure(inPlaceOf items: JSONElements) -> String? {
        guard items.count == 1, let only = items.first, only.kind == .object else { return nil }
        let members = only.members.map { (name: $0.name.plainName, value: $0.value) }
        let isError =
            members.allSatisfy { $0.name.namesMessage || namesOfErrorItem.contains($0.name) }
            && members.contains { name, value in
                name == "message" && value.elements.first?.kind == .object
                    || ["errorcode", "errcode"].contains(name) && value.string?.isEmpty == false
            }
        return isError ? text(in: only, isError: true).flatMap { line($0) } : nil
    }

    private static let namesOfErrorItem: Set = ["errorcode", "errcode", "fields", "status", "statuscode"]

    /// Returns the message of a body that has errors beside its items, as GraphQL has them for the parts that
    /// are missing.
    ///
    /// - Parameter items: The path of the items, which may be errors themselves.
    package static func ofErrors(in json: JSONText, besides items: JSONPath) -> String? {
        let members = json.members.filter { $0.name != items.steps.first }
            .map { (name: $0.name.plainName, value: $0.value) }
        return error(in: members).map { text(in: $0, isError: true).flatMap { line($0) } ?? "no message" }
    }

    /// Returns the value of a field for an error, or for a remark that reports one.
    static func error(in members: [(name: String, value: JSONText)]) -> JSONText? {
        members.first { name, value in
            switch name {
            case "error", "errors": value.describesFailure
            // Overpass. Other notes are about the data.
            case "remark": value.beginning?.lowercased().hasPrefix("runtime error") == true
            default: false
            }
        }?.value
    }

    /// Returns the message of a body that has no items, whether it describes a failure or not.
    package static func instead(ofItemsIn json: JSONText) -> String? {
        json.kind == .object ? text(in: json).flatMap { line($0) } : nil
    }

    /// Returns the text of a body that by its name is a message, at any place outside of arrays.
    package static func named(in json: JSONText) -> String? {
        if let message = instead(ofItemsIn: json) { return message }
        return likeliest(of: texts(in: json).filter { $0.name.namesMessage })
    }

    /// Returns the message of a body without items that is certainly about the request: it is in an object
    /// for the state of that, or by its name is about an error, at any place outside of arrays. A message
    /// that states a success, or that there are no results, is none.
    package static func ofNestedFailure(in json: JSONText) -> String? {
        let texts = texts(in: json).filter { name, text, parent in
            let isOfRequest = parent.namesOutcome || ["fault", "meta"].contains(parent)
            return name.namesMessage && (isOfRequest || name.namesError) && RequestOutcome(text) == nil
        }
        return likeliest(of: texts)
    }

    private static func likeliest(of texts: [NamedText]) -> String? {
        (texts.first { $0.text.contains(" ") } ?? texts.first).flatMap { line($0.text) }
    }

    /// Returns the likeliest message of a body that is certainly not that of a page: one with the name of a
    /// message, or else a sentence, or a word for a failure.
    package static func anywhere(in json: JSONText) -> String? {
        if let message = named(in: json) { return message }
        let texts = texts(in: json).map(\.text)
        return (texts.first { $0.contains(" ") } ?? texts.first { $0.reportsError }).flatMap { line($0) }
    }

    /// A text, its name, and that of the object that has it: in lower case without separators.
    private typealias NamedText = (name: String, text: String, parent: String)

    /// The texts that are not in arrays, outer ones first.
    private static func texts(in json: JSONText) -> [NamedText] {
        var texts: [NamedText] = []
        var level = [(name: "", value: json)]
        for _ in 0..<maximumDepth {
            var objects: [(name: String, value: JSONText)] = []
            for (parent, object) in level {
                for (name, value) in object.members {
                    let name = name.plainName
                    if let text = value.beginning { texts.append((name, text, parent)) }
                    if value.kind == .object { objects.append((name, value)) }
                }
            }
            level = objects
        }
        return texts.filter { !$0.text.isEmpty }
    }

    private static let maximumDepth = 4

    /// - Parameter isError: Whether the value is that of a field for errors, where all text is about them.
    ///   Elsewhere an array may be a list of items, and a title that of one of them.
    private static func text(in json: JSONText, isError: Bool = false) -> String? {
        switch json.kind {
        case .string: json.beginning.flatMap { $0.isEmpty ? nil : $0 }
        case .array: json.elements.first.flatMap { text(in: $0, isError: isError) }
        case .object: member(of: json, isError)
        case .null, .boolean, .number: nil
        }
    }

    /// The names of the members of an object that have its message, the likelier ones first.
    private static let names = [
        "message", "detail", "errordescription", "error", "title", "reason", "errors", "msg",
        "errormessage", "errormsg", "errmsg", "description", "info", "information", "value", "result",
    ]

    /// The names that have another meaning in an object that is not about an error.
    private static let ambiguousNames: Set = ["title", "reason", "description", "value"]

    /// Returns the text of the first member with a sentence, rather than that of one with a single word.
    private static func member(of json: JSONText, _ isError: Bool) -> String? {
        let members = Dictionary(json.members.map { ($0.name.plainName, $0.value) }) { first, _ in first }
        // RFC 9457
        let isProblem =
            isError || ["status", "type", "detail", "ok", "errorcode"].contains { members[$0] != nil }
        let texts = names.lazy.compactMap { name -> String? in
            guard isProblem || !ambiguousNames.contains(name), let value = members[name],
                value.kind == .string || !["info", "information", "value", "result"].contains(name)
            else { return nil }
            return text(in: value, isError: isError || ["error", "errors"].contains(name))
        }
        if let text = texts.first(where: { $0.contains(" ") }) ?? texts.first { return text }
        // Names that single APIs have, in the order of the body.
        return json.members.lazy.filter { $0.name.plainName.namesMessage }
            .compactMap { $0.value.beginning }.first { !$0.isEmpty }
    }

    private static func line(of body: Data) -> String? {
        let text = String(decoding: body, as: UTF8.self)
        if let title = text.firstMatch(of: /(?i)<title[^<>]*>([^<]*)/) { return line(String(title.1)) }
        return text.drop { $0.isWhitespace }.first == "<" ? nil : line(text)
    }

    private static func line(_ text: String) -> String? {
        let line = text.split(whereSeparator: \.isNewline).lazy
            .map { $0.trimmingCharacters(in: .whitespaces) }.first { !$0.isEmpty }
        guard let line else { return nil }
        let scalars = line.unicodeScalars.map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: " " as Unicode.Scalar
            default: scalar
            }
        }
        return String(String.UnicodeScalarView(scalars)).cut(to: maximumLength)
    }
}

extension JSONText {
    /// The beginning of a text, which has its first line. The whole may have many megabytes.
    var beginning: String? { string?.cut(to: ServerMessage.maximumBytes) }

    /// Whether the value of a field for errors is one.
    fileprivate var describesFailure: Bool {
        switch kind {
        case .null: false
        case .boolean: boolean == true
        case .number: integer != 0
        case .string: string?.meansNoError != true
        case .array: !elements.isEmpty
        case .object: !hasCodeOfSuccess && members.contains { $0.value.describesFailure }
        }
    }

    /// Whether this has a code which means that there is no error, also beside other members, as TikTok has
    /// it.
    private var hasCodeOfSuccess: Bool {
        guard let code = self["code"] else { return false }
        if let number = code.integer { return number == 0 || 200..<300 ~= number }
        return code.string.map { !$0.isEmpty && $0.meansNoError } ?? false
    }
}

private let namesOfMessage: Set = [
    "detail", "remark", "note", "resultdesc", "resultdescription", "resulttext", "statusdesc",
    "statusdescription", "statustext", "returndesc", "returndescription", "returntext", "responsedesc",
    "responsedescription", "responsetext",
]

/// What follows the word for an error in the name of its message.
private let endingsOfErrorText = [
    "", "description", "desc", "info", "reason", "string", "summary", "text", "type",
]

private let textsOfNoError: Set = [
    "", "none", "noerror", "no error", "no_error", "no-error", "noerrors", "no errors", "no_errors",
    "no-errors", "null", "nil", "n/a", "false", "0", "ok", "success",
]

extension String {
    /// The name of a member in lower case without separators.
    var plainName: String { lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " } }

    /// Whether this is the name, in lower case without separators, of a message about a request: `retMsg`,
    /// `faultstring`, `errorSummary`.
    var namesMessage: Bool {
        namesOfMessage.contains(self)
            || ["message", "msg", "errordetail", "errordetails"].contains(where: hasSuffix)
            || isOfError(with: endingsOfErrorText)
    }

    /// Whether this is the name of a message about an error.
    fileprivate var namesError: Bool {
        isOfError(with: endingsOfErrorText + ["message", "msg", "detail", "details"])
    }

    private func isOfError(with endings: [String]) -> Bool {
        endings.contains { ending in
            guard hasSuffix(ending) else { return false }
            let subject = dropLast(ending.count)
            return subject == "fault" || subject.hasSuffix("error") || subject.hasSuffix("exception")
        }
    }

    /// Whether this is the name, in lower case without separators, of an object for the state of a request.
    package var namesOutcome: Bool {
        ["status", "header", "head", "responseheader", "responsestatus"].contains(self)
    }

    /// Whether the text of a field for an error is that of none.
    var meansNoError: Bool {
        let end = lastIndex { !$0.isWhitespace && $0 != "." }.map(index(after:)) ?? startIndex
        return textsOfNoError.contains(self[..<end].drop(while: \.isWhitespace).lowercased())
    }

    /// Whether a text has a word for a failure.
    fileprivate var reportsError: Bool {
        contains(
            #/
            (?i)error|exception|\b(?:denied|exceed(?:s|ed)?|fail(?:s|ed|ure)?|limit|refused|timed?\ ?out)\b
            | [a-z](?:Denied|Exceeded|Failed|Failure|Limit)\b
            /#)
    }
}
