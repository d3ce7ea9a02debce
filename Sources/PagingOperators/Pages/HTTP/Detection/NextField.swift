import FluxLoading
import Foundation

/// A field of a body for the next page, and its kind.
struct NextField {
    /// What the field has.
    enum Kind: Hashable {
        case address
        case cursor
    }

    let field: BodyOutline.Field
    let parameter: PageSign.Parameter
    let kind: Kind
    /// Whether it is one that most APIs have.
    let isUsual: Bool

    var path: JSONPath { field.path }

    /// Whether the value means that there is no next page.
    var isEnd: Bool { field.value.isEnd }

    /// Whether the value is an object or an array, which only a body can have.
    var isStructured: Bool { field.value.kind == .object || field.value.kind == .array && kind == .cursor }
}

extension BodyOutline {
    /// Returns the fields for the next page of a list, the likeliest first: those beside its items, in the
    /// order of the table of signs.
    func nextFields(of items: JSONPath) -> [NextField] {
        let fields = fields.filter { $0.value.kind != .boolean && !$0.isAboutOther(than: items) }
        let beside = fields.filter { $0.isBeside(items) }
        let all =
            beside + fields.filter { !$0.isBeside(items) && $0.path.steps.count <= Self.nearDepth }
        var paths: Set<JSONPath> = []
        var found: [NextField] = []
        for sign in PageSign.nextFields {
            for name in sign.names {
                for field in sign.place == .body ? all : beside
                where matches(field, sign, name) && paths.insert(field.path).inserted {
                    found.append(NextField(field, sign, url))
                }
            }
        }
        return found
    }

    private func matches(_ field: Field, _ sign: PageSign, _ name: String) -> Bool {
        guard PageSign.matches(name, field.plain) else {
            return (name == "next" || name == "nextpage") && isLink(field, of: name)
        }
        if let condition = sign.condition { return condition(field, self) }
        if field.plain.hasPrefix("next"), field.value.firstAddress(from: url) != nil { return true }
        if field.value.kind == .object || field.value.kind == .array {
            // An object that is a cursor, not one that has it.
            return sign.meaning.isOfBody && field.value.kind == .object
        }
        return true
    }

    /// Whether this is the address of a link such as `_links.next.href` or, as Asana has it, `next_page.uri`;
    /// `next.@id` is one where the object has nothing else that would be a link. One of several links to
    /// next pages has a longer name, such as `_links.nextByOffset`, and the list's own address.
    private func isLink(_ field: Field, of name: String) -> Bool {
        guard let parent = field.parent.steps.last?.plain else { return false }
        if JSONText.linkNames.contains(field.name) {
            return parent == name || name == "next" && isPageLink(field, of: parent)
        }
        guard parent == name, JSONText.identifyingNames.contains(field.name), field.hasAddress else {
            return false
        }
        return fields(at: field.parent).contains { $0.value.linkTarget(from: url) == field.value.string }
    }

    /// Whether a link among others has a name such as `nextByOffset`, and an address of the same list. That
    /// of the next month or release is no page of the list.
    private func isPageLink(_ field: Field, of name: String) -> Bool {
        let isOfPage = name.hasPrefix("nextby") || name.hasPrefix("nextpage")
        guard isOfPage, Self.namesLinks(field), let address = field.value.string else {
            return false
        }
        return url?.isOfSameList(as: address) ?? false
    }
}

extension NextField {
    fileprivate init(_ field: BodyOutline.Field, _ sign: PageSign, _ url: URL?) {
        self.field = field
        // A token may begin with a slash.
        let text = field.value.string ?? ""
        let mayBeAddress =
            !field.plain.hasSuffix("token") || text.contains("?") || text.lowercased().hasPrefix("http")
        let isAddress =
            field.hasAddress && mayBeAddress || field.value.firstAddress(from: url) != nil
            || Self.namesAddress(field, sign)
        kind = isAddress ? .address : .cursor
        if case .cursor(let parameter) = sign.meaning {
            self.parameter = parameter
            isUsual = sign.place == .body
        } else {
            parameter = .stripped
            isUsual = true
        }
    }

    /// Whether a field has an address by its name: whatever its value is, or only if there is none.
    private static func namesAddress(_ field: BodyOutline.Field, _ sign: PageSign) -> Bool {
        if field.value.kind == .array { return sign.meaning == .address }
        if ["url", "link", "href", "uri"].contains(where: { field.plain.hasSuffix($0) }) { return true }
        let isEmpty = field.value.string.map(\.isEmpty) ?? true
        return isEmpty && field.name == "next" && field.value.kind != .number
    }
}

extension PageSign.Meaning {
    /// Whether this is a cursor that is sent in a body.
    fileprivate var isOfBody: Bool {
        if case .cursor(.body) = self { true } else { false }
    }
}
