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
        guard json.kind == .object else { return nil }
        let members = json.members.map { (name: $0.name.plainName, value: $0.value) }
        let error = Self.error(in: members)
        let ofError = error.flatMap { text(in: $0, isError: true) }
        let message = (ofError ?? text(in: json, isError: true)).flatMap { line($0) }
        let isRefused = members.contains {
            ["ok", "success"].contains($0.name) && $0.value.boolean == false
        }
        if error != nil || isRefused { return message ?? "the request has failed" }
        guard let message, reportsFailure(members), !message.meansSuccess,
            !EmptyResultMessage.matches(message)
        else { return nil }
        return message
    }

    /// Returns whether a body may report with a code or a status that the request has failed, also without a
    /// message. The code may be that of something else.
    package static func mayReportFailure(_ json: JSONText) -> Bool {
        json.kind == .object
            && json.members.contains { name, value in
                switch name.plainName {
                case "status", "stat", "state", "result", "code", "statuscode", "errorcode", "errcode",
                    "errno":
                    if let code = value.integer { return !(0...1 ~= code || 200..<300 ~= code) }
                    return failures.contains(value.string?.lowercased() ?? "")
                default: return false
                }
            }
    }

    /// The texts of a status that mean a failure.
    private static let failures: Set = ["error", "fail", "failed", "failure"]

    /// Returns whether a body reports with a code that there is nothing at its address.
    package static func reportsNotFound(_ json: JSONText) -> Bool {
        json.kind == .object
            && json.members.contains { $0.name.plainName == "code" && $0.value.integer == 404 }
    }

    /// Returns the message of a body that has errors beside its items, as GraphQL has them for the parts that
    /// are missing.
    ///
    /// - Parameter items: The path of the items, which may be errors themselves.
    package static func ofErrors(in json: JSONText, besides items: JSONPath) -> String? {
        let members = json.members.filter { $0.name != items.steps.first }
            .map { (name: $0.name.plainName, value: $0.value) }
        return error(in: members).map { text(in: $0, isError: true).flatMap { line($0) } ?? "no message" }
    }

    private static func error(in members: [(name: String, value: JSONText)]) -> JSONText? {
        members.first { ["error", "errors"].contains($0.name) && $0.value.describesFailure }?.value
    }

    /// Returns the message of a body that has no items, whether it describes a failure or not.
    package static func instead(ofItemsIn json: JSONText) -> String? {
        json.kind == .object ? text(in: json).flatMap { line($0) } : nil
    }

    /// Whether a member beside a message means that a request has failed. A code of 1 is that of a failure in
    /// some APIs, and of a success in others. The status may be that of a resource, which has a text with
    /// another name.
    private static func reportsFailure(_ members: [(name: String, value: JSONText)]) -> Bool {
        func hasMessage(_ names: String...) -> Bool {
            members.contains { names.contains($0.name) && $0.value.beginning?.meansSuccess == false }
        }
        return members.contains { name, value in
            switch name {
            case "errormessage", "errormsg": value.beginning?.meansSuccess == false
            case "errorcode", "errcode", "errno":
                value.integer.map { $0 != 0 && !(200..<300 ~= $0) } ?? false
            case "status", "stat":
                failures.contains(value.string?.lowercased() ?? "")
                    && hasMessage("message", "msg", "error", "errmsg", "detail")
            case "code":
                hasMessage("message", "msg")
                    && value.integer.map { !(0...1 ~= $0 || 200..<300 ~= $0) } ?? false
            default: false
            }
        }
    }

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

    /// Those that have something else in an object that is not about an error.
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
        return texts.first { $0.contains(" ") } ?? texts.first
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
    fileprivate var beginning: String? { string?.cut(to: ServerMessage.maximumBytes) }

    /// Whether the value of a field for errors is one.
    fileprivate var describesFailure: Bool {
        switch kind {
        case .null: false
        case .boolean: boolean == true
        case .number: integer != 0
        case .string: string?.meansNoError != true
        case .array: !elements.isEmpty
        case .object: members.contains { $0.value.describesFailure }
        }
    }
}

extension String {
    /// The name of a member in lower case without separators.
    fileprivate var plainName: String { lowercased().filter { $0 != "_" && $0 != "-" } }

    /// Whether the text of a field for an error is that of none.
    fileprivate var meansNoError: Bool {
        wholeMatch(of: /(?i)\s*(none|no[ _-]?errors?|null|nil|n\/a|false|0|ok|success)?[\s.]*/) != nil
    }

    /// Whether a message is none, or means that a request has succeeded.
    fileprivate var meansSuccess: Bool {
        if meansNoError || contains("成功") { return true }
        return contains(/(?i)\b(ok|succe(ss|ssful|ssfully|eded|ed))\b/)
            && !contains(/(?i)\b(not|cannot|unable|fail\w*|\w+n['’]t)\b/)
    }
}
