import FluxLoading
import Foundation

// The positions of the adjacent pages.
extension PageReader {
    func previousPosition() throws(HTTPPageError) -> HTTPPageKey.Position? {
        switch plan.next {
        case .detected, .single: return nil
        case .link: return try address(links.previous, "the link")
        case .address(_, let previous): return try address(at: previous)
        case .cursor(_, _, let previous): return try cursor(at: previous)
        case .header: return nil
        case .keyset(let path, _, let before):
            if key == nil || before == nil { return nil }
            return try identifier(of: items.first, path, as: before).map { .before($0) }
        case .page: return plan.position(before: .number(number))
        case .offset: return plan.position(before: .offset(min(offset, endOfList ?? offset), end: nil))
        }
    }

    /// The offset after the last item, if this is a page beyond it. Some servers state no items at all there.
    /// Where offsets may be counted from 0 or from 1, as the items before the page are not, it is the larger
    /// one.
    private var endOfList: Int? {
        guard items.isEmpty, let total = plan.latestTotal(in: body, links), total > 0 else { return nil }
        return total + (countBefore == nil ? 1 : plan.firstOffset)
    }

    func nextPosition() throws(HTTPPageError) -> HTTPPageKey.Position? {
        let flag = plan.flag?.saysMore(in: body)
        if isBeyondTotal { return nil }
        switch plan.next {
        case .detected, .single: return nil
        case .link:
            if links.next == nil, links.isMalformed { throw malformed("the Link header is malformed") }
            if links.next == nil, !links.isPaged, flag != false { try checkMissing(nil) }
            return try address(links.next, "the link")
        case .header(let name, _):
            if flag == false, !namesNextDespiteFlag { return nil }
            if !links.hasField(name) { try checkMissing(plan.next.field) }
            return try position(links.value(of: name), name)
        case .page: return hasNextNumber(flag) ? .number(number + 1) : nil
        case .offset: return hasNextOffset(flag) ? .offset(offset + keptItems.count, end: nil) : nil
        case .address, .cursor, .keyset:
            if flag == false, !namesNextDespiteFlag { return nil }
            return try positionInBody()
        }
    }

    /// Whether the field of the rule names a next page, although a flag that may mean something else is that
    /// of the last one. Without items it is the last one.
    private var namesNextDespiteFlag: Bool {
        guard plan.flag?.isCommonWord == true, !items.isEmpty else { return false }
        switch plan.next {
        case .address(let path, _), .cursor(let path, _, _):
            return (try? body.value(at: path)).map { !$0.isEnd } ?? false
        case .header(let name, _): return links.value(of: name) != nil
        case .detected, .single, .link, .keyset, .page, .offset: return false
        }
    }

    private func positionInBody() throws(HTTPPageError) -> HTTPPageKey.Position? {
        switch plan.next {
        case .address(let path, _): return try address(at: path, isNext: true)
        case .cursor(let path, _, _): return try cursor(at: path, isNext: true)
        case .keyset(let path, let parameter, _):
            return try identifier(of: items.last, path, as: parameter).map { .after($0) }
        case .detected, .single, .link, .header, .page, .offset: return nil
        }
    }

    /// Returns the position that a header field has, an address or a cursor.
    private func position(_ value: String?, _ name: String) throws(HTTPPageError) -> HTTPPageKey.Position? {
        guard let value else { return nil }
        return value.looksLikeAddress ? try address(value, name) : .cursor(PageToken(value))
    }

    // MARK: Addresses and cursors

    private func address(
        at path: JSONPath?, isNext: Bool = false
    ) throws(HTTPPageError) -> HTTPPageKey.Position? {
        guard let path, let found = try value(at: path, isNext: isNext) else { return nil }
        if found.isLinkList {
            let text = found.linkAddress(to: isNext ? ["next"] : ["prev", "previous"])
            return try address(text.flatMap { $0.isEmpty ? nil : $0 }, "the link in \(path.quoted)")
        }
        if let text = found.firstAddress(from: url) ?? found.linkTarget(from: url) {
            return try address(text, path.quoted)
        }
        guard found.kind == .string else {
            throw malformed("\(path.quoted) is \(found.kind.named), not an address")
        }
        guard let text = found.string else { throw malformed("\(path.quoted) has a lone surrogate") }
        return try address(based(expanded(text, at: path), at: path), path.quoted)
    }

    private func address(_ text: String?, _ place: String) throws(HTTPPageError) -> HTTPPageKey.Position? {
        guard let text else { return nil }
        guard let url = url.resolving(text) else {
            throw malformed("\(place) to the next page is not an address")
        }
        return .address(url.withoutFragment)
    }

    /// Returns the address of a link that is a template (RFC 6570), as HAL has it, with no variable set:
    /// `/list?page=2{&sort}` is `/list?page=2`.
    private func expanded(_ text: String, at path: JSONPath) -> String {
        let link = try? body.value(at: path.prefix(path.steps.count - 1))
        guard link?["templated"]?.boolean == true else { return text }
        return text.withoutVariables
    }

    /// Returns a reference such as `_links.next` with the base beside it, as Confluence has it: without that
    /// the path of a service below its host is missing.
    private func based(_ text: String, at path: JSONPath) -> String {
        guard let index = path.steps.lastIndex(of: "next"), index > 0, path.steps[0].plain == "links",
            text.hasPrefix("/"), !text.hasPrefix("//"),
            let base = (try? body.value(at: path.prefix(index).appending("base")))?.string,
            base.looksLikeAddress, let path = url.resolving(base)?.path(percentEncoded: true)
        else { return text }
        let root = path.hasSuffix("/") ? String(path.dropLast()) : path
        if root.isEmpty || text.hasPrefix(root + "/") { return text }
        return (base.hasSuffix("/") ? String(base.dropLast()) : base) + text
    }

    private func cursor(
        at path: JSONPath?, isNext: Bool = false
    ) throws(HTTPPageError) -> HTTPPageKey.Position? {
        guard let path, let found = try value(at: path, isNext: isNext) else { return nil }
        guard let token = token(found, as: plan.next.parameter) else {
            throw malformed("\(path.quoted) is \(found.kind.named), not a cursor")
        }
        return .cursor(token)
    }

    /// Returns the value of a field, unless it stands for the end.
    private func value(at path: JSONPath, isNext: Bool) throws(HTTPPageError) -> JSONText? {
        let found: JSONText?
        do throws(JSONMismatch) {
            found = try body.value(at: path)
        } catch {
            throw malformed(error.description)
        }
        if found == nil, isNext, !body.hasMember(at: path) { try checkMissing(path) }
        return found.flatMap { $0.isEnd ? nil : $0 }
    }

    /// Fails if the first page has no field for the next page where there should be one, but others that may
    /// be meant. A later page fails where they are certainly meant: MediaWiki continues first the properties
    /// of the items, then the items, each with a field of its own.
    private func checkMissing(_ path: JSONPath?) throws(HTTPPageError) {
        let isOfMediaWiki = path.map { $0.steps.count == 2 && $0.steps[0] == "continue" } ?? false
        guard key == nil || isOfMediaWiki else { return }
        let fields = BodyOutline(body, at: url).nextFields(of: plan.items).filter { !$0.isEnd }.map(\.path)
        let candidates = key == nil ? fields : fields.filter { $0.steps.first == "continue" }
        if candidates.isEmpty { return }
        throw HTTPPageError(
            url: url, reason: .nextPage(.missing(path, candidates: candidates)),
            suggestions: detection?.suggestions ?? [])
    }

    private func identifier(
        of item: JSONText?, _ path: JSONPath, as parameter: PageParameter?
    ) throws(HTTPPageError) -> PageToken? {
        guard let item else { return nil }
        guard let token = (try? item.value(at: path)).flatMap({ token($0, as: parameter) }) else {
            throw malformed("an item has no identifier at \(path.quoted)")
        }
        return token
    }

    /// Returns what a parameter sends for a value: a text or a number or, in a body, also an object or an
    /// array, such as that of Elasticsearch's `sort`.
    private func token(_ value: JSONText, as parameter: PageParameter?) -> PageToken? {
        if let token = PageToken(value) { return token }
        guard parameter?.isInBody == true, value.kind == .object || value.kind == .array else { return nil }
        return PageToken(literal: value)
    }

    private func malformed(_ description: String) -> HTTPPageError {
        HTTPPageError(url: url, reason: .nextPage(.malformed(description: description)))
    }
}

extension String {
    /// The template of a link without its variables, which are in braces.
    fileprivate var withoutVariables: String {
        var result = ""
        var rest = self[...]
        while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
            result += rest[..<start]
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }
}

extension JSONText {
    /// Whether the value of a field for the next page means that there is none.
    var isEnd: Bool {
        switch kind {
        case .null: true
        case .boolean: boolean == false
        case .string: string?.isEndOfList ?? false
        case .number: integer.map { $0 <= 0 } ?? false
        // Cisco's lists have an array of addresses, which is empty where there is no such page.
        case .array: elements.allSatisfy { $0.kind == .null }
        case .object: members.isEmpty
        }
    }

    /// Returns whether there is a field or an element at a path, also if its value is null.
    func hasMember(at path: JSONPath) -> Bool {
        guard let name = path.steps.last else { return true }
        guard let parent = try? value(at: path.prefix(path.steps.count - 1)) else { return false }
        if parent.kind == .array { return Int(name).map { parent.elements.indices.contains($0) } ?? false }
        return parent[name] != nil
    }
}
