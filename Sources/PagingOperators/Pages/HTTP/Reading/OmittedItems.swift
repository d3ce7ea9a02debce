import FluxLoading

/// A body in which the array of the items is left out, as servers with Protocol Buffers do where it is empty
/// (AIP-158).
///
/// Another array may be the items, if the path is wrong, and a message, or a code, may be the reason why
/// there are none.
struct OmittedItems {
    private let items: JSONPath
    private let body: JSONText
    private let outline: BodyOutline

    init(_ items: JSONPath, in body: JSONText) {
        self.items = items
        self.body = body
        outline = BodyOutline(body)
    }

    /// Whether there are no items on a page after others, whose items were at the path.
    var areNoneOnALaterPage: Bool { areLeftOut(next: nil) && !hasMessage }

    /// Returns whether there are no items on a first page, whose path may be wrong.
    ///
    /// - Parameters:
    ///   - next: The path of the field for the next page, if it names one.
    ///   - flag: The field that indicates whether there is a next page.
    func areNone(next: JSONPath?, _ flag: PageFlag?) -> Bool {
        guard areLeftOut(next: next) else { return false }
        return next != nil
            || isMemberOfBody && !hasMessage && !hasOtherContent && flag?.saysMore(in: body) != true
    }

    /// Whether the missing member is one of the body itself, not of an object that it has: such an object is
    /// a shape of the server's own.
    private var isMemberOfBody: Bool { items.steps.first.map { body[$0] == nil } ?? false }

    /// Whether an object on the path lacks the next member, and nothing else may be the items.
    private func areLeftOut(next: JSONPath?) -> Bool {
        body.leavesOut(items) && outline.rest == nil
            && !outline.arrays.contains { array in
                let isOfNext = next.map { array.path.steps.starts(with: $0.steps) } ?? false
                return !isOfNext && !BodyOutline.namesErrors(array) && !BodyOutline.namesLinks(array)
            }
    }

    private var hasMessage: Bool {
        ServerMessage.instead(ofItemsIn: body) != nil || ServerMessage.mayReportFailure(body)
    }

    /// Whether this is something with a name, or there is an object that has something else than what
    /// describes the list.
    private var hasOtherContent: Bool {
        if body.hasTitle || outline.fields.contains(where: { $0.value.hasTitle }) { return true }
        return outline.fields.contains { field in
            field.value.kind == .object && !BodyOutline.isSecondary(field)
                && !BodyOutline.Field(path: field.path.appending(""), value: field.value).isBeside(items)
        }
    }
}

extension JSONText {
    /// Whether a member is missing that is an object's on a path. One that is null is not.
    fileprivate func leavesOut(_ path: JSONPath) -> Bool {
        var value = self
        for step in path.steps {
            guard value.kind == .object else { return false }
            guard let next = value[step] else { return true }
            value = next
        }
        return false
    }
}
