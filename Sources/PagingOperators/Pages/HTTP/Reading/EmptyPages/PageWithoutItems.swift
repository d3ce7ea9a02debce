import FluxLoading

/// A body without items: that of an empty page, or of a failure that the server sends with the status of a
/// success.
///
/// An empty array is an empty page unless the body reports a failure. Where the array is left out, as servers
/// with Protocol Buffers do where it is empty (AIP-158), the body must be recognizable as that of a page:
/// nothing is known of other bodies, and what they do not have would be lost.
struct PageWithoutItems {
    private let body: JSONText
    private let plan: PagePlan
    private let key: HTTPPageKey?
    private let outline: BodyOutline
    private let outcome: RequestOutcome

    /// - Parameters:
    ///   - plan: What the pages before determine, or this one if it is the first.
    ///   - key: The key of the page.
    init(_ body: JSONText, _ plan: PagePlan, at key: HTTPPageKey?) {
        self.body = body
        self.plan = plan
        self.key = key
        outline = BodyOutline(body)
        outcome = outline.outcome(of: body, beside: plan.items)
    }

    /// Returns why this is no page; `nil` if it is an empty one.
    ///
    /// - Parameter value: What is in place of the items.
    func failure(_ value: ItemsValue) -> HTTPPageError.ItemsFailure? {
        let isPage: Bool
        let description: String
        switch value {
        case .array: (isPage, description) = (true, "")
        // Beside it may be the message of a failure.
        case .null:
            (isPage, description) = (
                isFirst || hasNoMessage || isRecognizable(whereOmitted: false),
                "\(plan.items.quoted) is null"
            )
        case .omitted: (isPage, description) = (isRecognizable(whereOmitted: true), "no \(plan.items.quoted)")
        case .substitute(let text): (isPage, description) = (isRecognizable(whereOmitted: false), text)
        case .other(let text): return reported ?? .notFound(description: text)
        }
        return reported ?? (isPage ? nil : unknown(description))
    }

    /// The failure that the body reports. The code 404 of a page by number or offset after the first one is
    /// no failure, as that status is none elsewhere.
    private var reported: HTTPPageError.ItemsFailure? {
        guard case .failure(let message) = outcome, !statesTheSame else { return nil }
        let isAfterLast =
            key.flatMap { plan.position(before: $0.position) } != nil && RequestOutcome.reportsNotFound(body)
        return isAfterLast ? nil : .refused(message: message)
    }

    /// Whether what the body states of the request is what the pages before state, such as a code of the
    /// server's own, and there is no error besides.
    private var statesTheSame: Bool {
        guard !isFirst, let shape = plan.shape, ServerMessage.ofErrors(in: body, besides: plan.items) == nil
        else { return false }
        let statements = outline.fields.filter(PageShape.isStatement)
        return !statements.isEmpty && statements.allSatisfy { shape.has($0) && shape.statesSame(as: $0) }
    }

    /// The failure of a body that is not recognized. One with another array may be a page whose items are
    /// there.
    private func unknown(_ description: String) -> HTTPPageError.ItemsFailure {
        let arrays = outline.arrays.filter { isFirst || !isKnown($0) }
        let message = isFirst ? ServerMessage.named(in: body) : ServerMessage.anywhere(in: body)
        guard arrays.isEmpty, let message else { return .notFound(description: description) }
        return .refused(message: message)
    }

    // MARK: Pages

    private var isFirst: Bool { key?.plan == nil }

    /// Whether the body is certainly that of a page: it counts the items, or names the next page, or has
    /// nothing that a page would not have.
    private func isRecognizable(whereOmitted isOmitted: Bool) -> Bool {
        let total = plan.totalPath.flatMap { (try? body.value(at: $0))?.count }
        let next = plan.next.path.flatMap { path in
            (try? body.value(at: path)).flatMap { $0.isEnd ? nil : path }
        }
        if !isFirst { return total != nil || next != nil || isLikePagesBefore }
        if let total { return total == 0 }
        return isOmitted && isLikeEmptyPage(next)
    }

    /// Whether the body of a later page states that it has no items, or has only what the pages before have,
    /// or what describes a list.
    private var isLikePagesBefore: Bool {
        guard outline.rest == nil else { return false }
        switch outcome {
        case .failure: return false
        case .noResults(let subject): return subject == .items
        case .success, .doubt, .unstated: break
        }
        let isSameType = plan.shape?.hasSameType(as: outline) ?? false
        // A last page may have a summary besides, but a failure has a text.
        let isPage = isSameType || outcome == .success || hasKnownMember && hasNoMessage
        return outline.fields.allSatisfy { field in
            if isKnown(field) { return true }
            let isOtherStatement = PageShape.isStatement(field) || plan.shape?.has(field) == true
            if isOtherStatement { return RequestOutcome.isSuccess(field.value) }
            // Such as the prefixes of Google's Cloud Storage.
            return field.isEndFlag || isPage && !field.hasObjects
        }
    }

    /// Whether the body has a member that the pages before have.
    private var hasKnownMember: Bool {
        outline.fields.contains { $0.path.steps.count == 1 && plan.shape?.has($0) == true }
    }

    /// Whether the body has no text that may be the reason of a failure.
    private var hasNoMessage: Bool {
        if case .doubt = outcome { return false }
        return ServerMessage.anywhere(in: body) == nil
    }

    /// Whether a field is one of a page: the pages before have it, or it describes a list.
    private func isKnown(_ field: BodyOutline.Field) -> Bool {
        if let shape = plan.shape, shape.has(field) { return shape.statesSame(as: field) }
        return field.describesList(of: plan.items)
    }

    /// Whether the body of a first page, whose path may be wrong, is that of a page: it names the next one,
    /// or has only what describes a list.
    ///
    /// - Parameter next: The path of the field for the next page, if it names one.
    private func isLikeEmptyPage(_ next: JSONPath?) -> Bool {
        let hasArrays = outline.arrays.contains { array in
            let isOfNext = next.map { array.path.steps.starts(with: $0.steps) } ?? false
            return !isOfNext && !BodyOutline.namesErrors(array) && !BodyOutline.namesLinks(array)
        }
        if outline.rest != nil || hasArrays { return false }
        if next != nil { return true }
        switch outcome {
        case .failure, .doubt, .noResults(.single): return false
        case .noResults(.items): return true
        case .success, .unstated: break
        }
        return (isMemberOfBody || outcome == .success) && plan.flag?.saysMore(in: body) != true
            && !hasOtherContent
    }

    /// Whether the missing member is one of the body itself, not of an object that it has: such an object is
    /// a shape of the server's own.
    private var isMemberOfBody: Bool { plan.items.steps.first.map { body[$0] == nil } ?? false }

    /// Whether this is something with a name, or there is a flag, a sentence, or an object that has something
    /// else than what describes the list.
    private var hasOtherContent: Bool {
        if body.hasTitle || outline.fields.contains(where: { $0.value.hasTitle }) { return true }
        if outcome != .success, ServerMessage.anywhere(in: body) != nil { return true }
        return outline.fields.contains { field in
            switch field.value.kind {
            case .object: !BodyOutline.isSecondary(field) && !field.isPlace(beside: plan.items)
            case .boolean: !field.describesList(of: plan.items)
            case .null, .number, .string, .array: false
            }
        }
    }
}

extension BodyOutline.Field {
    /// Whether this is an object with items in it, or one beside them that is usual for fields that describe
    /// a list.
    fileprivate func isPlace(beside items: JSONPath) -> Bool {
        value.kind == .object && BodyOutline.Field(path: path.appending(""), value: value).isBeside(items)
    }

    /// Whether this describes a list, or has nothing.
    fileprivate func describesList(of items: JSONPath) -> Bool {
        if BodyOutline.namesLinks(self) || BodyOutline.namesErrors(self) && isNone { return true }
        if path.steps.first?.plain == "warnings" { return true }
        // The members of such an object are fields as well.
        if value.kind == .object { return isPlace(beside: items) && !value.members.isEmpty }
        // An array may have the items.
        guard isBeside(items), value.kind != .array || plain.hasPrefix("next") else { return false }
        return ["kind", "etag"].contains(plain) || PageSign.areFields(named: plain)
            || CountName.matches(name, items: items.steps.last)
            || ["first", "last", "next", "prev", "self"].contains { plain.hasPrefix($0) }
    }

    /// Whether this is true, and by its name says that the list has ended. Protocol Buffers leave out
    /// `false`, so that only the last page has it.
    fileprivate var isEndFlag: Bool {
        let words = ["finish", "complete", "exhausted", "eof", "final", "nomore", "done", "end", "caughtup"]
        let isSet = value.boolean == true || value.string?.isEmpty == true
        return isSet && words.contains { plain.contains($0) }
    }

    private var isNone: Bool { value.kind == .null || value.kind == .array && value.elements.isEmpty }

    /// Whether this is an array of objects, which may be the items.
    fileprivate var hasObjects: Bool {
        value.elements.first?.kind == .object && !BodyOutline.isSecondary(self)
    }
}

extension BodyOutline {
    /// Returns what a body states about the request in its members, and in those of the objects that have the
    /// items, or are beside them and usual for it: the first failure, or else the least certain statement.
    fileprivate func outcome(of body: JSONText, beside items: JSONPath) -> RequestOutcome {
        let objects = fields.filter { field in
            let isPlace = field.isPlace(beside: items) || field.plain.namesOutcome
            // The status of an order is not that of the request.
            return isPlace && field.value.kind == .object && field.value["id"] == nil && !field.value.hasTitle
        }
        let outcomes = [RequestOutcome(of: body)] + objects.map { RequestOutcome(of: $0.value) }
        return outcomes.min { $0.rank < $1.rank } ?? .unstated
    }
}

extension RequestOutcome {
    fileprivate var rank: Int {
        switch self {
        case .failure: 0
        case .doubt: 1
        case .noResults(.single): 2
        case .noResults(.items): 3
        case .success: 4
        case .unstated: 5
        }
    }
}
