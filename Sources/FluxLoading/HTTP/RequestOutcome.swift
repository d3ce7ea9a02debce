import Foundation

/// What an object of a body without items states about the request: that it has failed or succeeded, or that
/// there are no items.
package enum RequestOutcome: Hashable, Sendable {
    /// The request has failed.
    case failure(message: String)
    /// A message, or a code, that may be that of a failure.
    case doubt(message: String?)
    /// No items, also where an error or a code is beside the message that states it.
    case noResults(EmptyResultMessage.Subject)
    case success
    case unstated

    /// Reads the members of an object. Those of its objects count only in a field for an error.
    package init(of json: JSONText) {
        guard json.kind == .object else {
            self = .unstated
            return
        }
        let members = json.members.map { (name: $0.name.plainName, value: $0.value) }
        let error = ServerMessage.error(in: members)
        let isRefused = members.contains {
            ["ok", "success"].contains($0.name) && $0.value.boolean == false
        }
        let message = ServerMessage.ofFailure(in: json, error)
        if error != nil || isRefused {
            let subject = Self.isSingle(error) ? message.flatMap { EmptyResultMessage.subject(of: $0) } : nil
            self = subject.map { .noResults($0) } ?? .failure(message: message ?? "the request has failed")
        } else if let message, Self.reportsFailure(members) {
            self = Self(message) ?? .failure(message: message)
        } else {
            let message = ServerMessage.instead(ofItemsIn: json)
            self = message.map { Self($0) ?? .doubt(message: $0) } ?? .unstated
            let mayHaveFailed = members.contains { Self.mayReportFailure($0.name, $0.value) }
            if mayHaveFailed, self == .success || self == .unstated { self = .doubt(message: nil) }
        }
    }

    /// Makes the outcome that a message states; `nil` if it may have any meaning.
    package init?(_ message: String) {
        if let subject = EmptyResultMessage.subject(of: message) {
            self = .noResults(subject)
        } else if message.meansSuccess {
            self = .success
        } else {
            return nil
        }
    }

    /// Returns whether a code, a status, a message or a flag states that the request has succeeded, or that
    /// there are no items.
    package static func isSuccess(_ value: JSONText) -> Bool {
        if value.integer != nil { return !value.isFailureCode }
        return value.boolean ?? value.beginning.map { Self($0) != nil } ?? false
    }

    /// Whether an error has no further ones beside it.
    private static func isSingle(_ error: JSONText?) -> Bool { (error?.elements.count ?? 0) < 2 }

    /// Whether a member beside a message means that a request has failed. A code of 1 is that of a failure in
    /// some APIs, and of a success in others. The status may be that of a resource, which has a text with
    /// another name.
    private static func reportsFailure(_ members: [(name: String, value: JSONText)]) -> Bool {
        func hasMessage(_ condition: (String) -> Bool) -> Bool {
            members.contains { condition($0.name) && $0.value.beginning?.meansSuccess == false }
        }
        return members.contains { name, value in
            switch name {
            case "errormessage", "errormsg": value.beginning?.meansSuccess == false
            case "errorcode", "errcode", "errno":
                value.integer.map { $0 != 0 && !(200..<300 ~= $0) } ?? false
            case "status", "stat":
                value.isFailureStatus
                    && hasMessage { ["message", "msg", "error", "errmsg", "detail"].contains($0) }
            case "code", "retcode", "returncode", "resultcode", "responsecode":
                value.isFailureCode && hasMessage { $0.hasSuffix("message") || $0.hasSuffix("msg") }
            default: false
            }
        }
    }

    /// Returns whether a member may report with a code or a status that the request has failed, also without
    /// a message. The code may be that of something else.
    ///
    /// - Parameter name: The name in lower case without separators.
    private static func mayReportFailure(_ name: String, _ value: JSONText) -> Bool {
        name.namesStatus && (value.isFailureCode || value.isFailureStatus)
    }
}

extension RequestOutcome {
    /// Returns whether a body reports with a code that there is nothing at its address.
    package static func reportsNotFound(_ json: JSONText) -> Bool {
        json.kind == .object
            && json.members.contains { $0.name.plainName == "code" && $0.value.integer == 404 }
    }

    /// Returns whether a member by its name states what became of the request, with a code, a status or a
    /// message: another value on a later page is not that of a page like those before.
    package static func isStated(by name: String) -> Bool {
        let name = name.plainName
        return name.namesStatus || name.namesMessage || ["ok", "success", "info"].contains(name)
    }
}

extension JSONText {
    /// Whether the value of a field for a code is that of a failure.
    fileprivate var isFailureCode: Bool { integer.map { !(0...1 ~= $0 || 200..<300 ~= $0) } ?? false }

    /// Whether the value of a field for a status is that of a failure.
    fileprivate var isFailureStatus: Bool {
        ["error", "fail", "failed", "failure"].contains(string?.lowercased() ?? "")
    }
}

private let namesOfStatus: Set = [
    "code", "errorcode", "errcode", "faultcode", "retcode", "returncode", "resultcode", "responsecode",
    "reasoncode", "statuscode", "status", "stat", "state", "result", "errno", "cod", "rc",
]

extension String {
    /// Whether this is the name, in lower case without separators, of a code or a status of a request.
    fileprivate var namesStatus: Bool { namesOfStatus.contains(self) }

    /// Whether a message is none, or means that a request has succeeded.
    var meansSuccess: Bool {
        if meansNoError || contains(/成功|完成$/) { return true }
        if contains(/(?i)\b(not?|cannot|unable|fail\w*|errors?|without|\w+n['’]t)\b/) { return false }
        if contains(/(?i)\b(ok|succe(ss|ssful|ssfully|eded|ed))\b/) { return true }
        // Such as "Users retrieved".
        return wholeMatch(
            of:
                #/
            (?i)\W* (?:[\w-]+\ ){0,3} (?:fetched|retrieved|listed|loaded|executed|completed)
            (?:\ [\w-]+){0,3} \W*
            /#) != nil
    }
}
