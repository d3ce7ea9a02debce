import Foundation

/// Reads a page from a response: its items, and the keys of the adjacent pages. A pure value.
struct PageReader {
    let body: JSONText
    let links: ResponseLinks
    /// The URL of the response.
    let url: URL
    /// The URL of the first page.
    let start: URL
    let key: HTTPPageKey?
    let plan: PagePlan
    let detection: PageDetection?
    let items: JSONElements
    /// A hash of the items, if the server may ignore the parameter of the rule.
    private let fingerprint: UInt64?

    init(
        _ body: JSONText, _ links: ResponseLinks, url: URL, start: URL, key: HTTPPageKey?, items: JSONPath?,
        next: NextPageRule, explains: Bool
    ) throws(HTTPPageError) {
        self.body = body
        self.links = links
        self.url = url
        self.start = start
        self.key = key
        if let plan = key?.plan {
            self.plan = plan
            detection = nil
        } else if let items, next != .detected, !explains {
            plan = PagePlan(items: items, next: next, firstNumber: Self.firstNumber(next, start, body))
            detection = nil
        } else {
            let found = try PageDetection.detect(
                body, links, url: url, start: start, items: items, next: next)
            plan = PagePlan(
                items: found.items, next: found.next, firstNumber: Self.firstNumber(found.next, start, body))
            detection = found
        }
        self.items = try Self.items(of: body, at: plan.items, url)
        fingerprint = plan.next.isCountedByClient ? Fingerprint.of(self.items) : nil
        try checkRepetition()
    }

    /// The items without those that the next page has as well, which is loaded already.
    var keptItems: JSONElements {
        guard case .offset(let offset, let end?) = key?.position else { return items }
        return items.prefix(max(0, end - offset))
    }

    /// The number of all items, if the rule names its field.
    var total: Int? {
        switch plan.next {
        case .page(_, let path?, _), .offset(_, let path?): number(at: path)
        default: nil
        }
    }

    var itemsBefore: Int? {
        switch plan.next {
        case .offset, .page: key?.itemsBefore ?? (key == nil ? startingCount : nil)
        default: nil
        }
    }

    func response(_ data: Data) -> HTTPPageResponse {
        HTTPPageResponse(
            url: url, data: data, body: body, items: plan.items, next: plan.next, itemCount: items.count,
            detection: detection)
    }

    // MARK: Keys

    func keys() throws(HTTPPageError) -> (previous: HTTPPageKey?, next: HTTPPageKey?) {
        let (previous, next) = try positions()
        return (
            previous.map { key(at: $0, itemsBefore: precedingCount(of: $0)) },
            next.map { key(at: $0, itemsBefore: itemsBefore.map { $0 + items.count }) }
        )
    }

    private func key(at position: HTTPPageKey.Position, itemsBefore: Int?) -> HTTPPageKey {
        var key = HTTPPageKey(position)
        key.plan = plan
        key.itemsBefore = itemsBefore
        key.namingPage = url
        key.neighbour = fingerprint
        return key
    }

    private func positions() throws(HTTPPageError) -> (HTTPPageKey.Position?, HTTPPageKey.Position?) {
        switch plan.next {
        case .detected, .single:
            let evidence = detection?.evidence ?? []
            return (nil, evidence.isEmpty ? nil : .missing(evidence))
        case .link:
            if links.next == nil, !links.isPaged { try checkMissing(nil) }
            return (try address(links.previous, "the link"), try address(links.next, "the link"))
        case .address(let path, let previous):
            return (try address(at: previous), try address(at: path, isNext: true))
        case .cursor(let path, _, let previous):
            return (try cursor(at: previous), try cursor(at: path, isNext: true))
        case .keyset(let path, _, let before):
            let isFirst = key == nil || before == nil
            return (
                isFirst ? nil : try identifier(of: items.first, path).map { .before($0) },
                try identifier(of: items.last, path).map { .after($0) }
            )
        case .page(_, let total, let pages):
            return (number > plan.firstNumber ? .number(number - 1) : nil, nextNumber(total, pages))
        case .offset(_, let total):
            let end = offset + items.count
            let isLast = items.isEmpty || total.flatMap { count(at: $0) }.map { end >= $0 } ?? false
            return (previousOffset, isLast ? nil : .offset(end, end: nil))
        }
    }

    // MARK: Addresses and cursors

    private func address(
        at path: JSONPath?, isNext: Bool = false
    ) throws(HTTPPageError) -> HTTPPageKey.Position? {
        guard let path, let found = try value(at: path, isNext: isNext) else { return nil }
        guard found.kind == .string else {
            throw malformed("\(path.quoted) is \(found.kind.named), not an address")
        }
        return try address(found.string, path.quoted)
    }

    private func address(_ text: String?, _ place: String) throws(HTTPPageError) -> HTTPPageKey.Position? {
        guard let text else { return nil }
        guard let url = url.resolving(text) else {
            throw malformed("\(place) to the next page is not an address")
        }
        return .address(url)
    }

    private func cursor(
        at path: JSONPath?, isNext: Bool = false
    ) throws(HTTPPageError) -> HTTPPageKey.Position? {
        guard let path, let found = try value(at: path, isNext: isNext) else { return nil }
        guard let cursor = found.identifier else {
            throw malformed("\(path.quoted) is \(found.kind.named), not a cursor")
        }
        return .cursor(cursor.description)
    }

    /// Returns the value of a field, unless it stands for the end.
    private func value(at path: JSONPath, isNext: Bool) throws(HTTPPageError) -> JSONText? {
        let found: JSONText?
        do throws(JSONMismatch) {
            found = try body.value(at: path)
        } catch {
            throw malformed(error.description)
        }
        if found == nil, isNext, key == nil, !body.hasMember(at: path) { try checkMissing(path) }
        return found.flatMap { $0.isEnd ? nil : $0 }
    }

    /// Fails if the first page has no field for the next page where there should be one, but others that may be meant.
    private func checkMissing(_ path: JSONPath?) throws(HTTPPageError) {
        guard key == nil else { return }
        let candidates = BodyOutline(body).nextFields.filter { !$0.value.isEnd }.map(\.path)
        if candidates.isEmpty { return }
        throw HTTPPageError(url: url, reason: .nextPage(.missing(path, candidates: candidates)))
    }

    private func identifier(of item: JSONText?, _ path: JSONPath) throws(HTTPPageError) -> String? {
        guard let item else { return nil }
        guard let found = (try? item.value(at: path))?.identifier else {
            throw malformed("an item has no identifier at \(path.quoted)")
        }
        return found.description
    }

    private func malformed(_ description: String) -> HTTPPageError {
        HTTPPageError(url: url, reason: .nextPage(.malformed(description: description)))
    }

    // MARK: Numbers and offsets

    private var number: Int {
        if case .number(let number)? = key?.position { return number }
        return plan.next.parameter.flatMap { start.queryNumber($0) } ?? plan.firstNumber
    }

    private var offset: Int {
        if case .offset(let offset, _)? = key?.position { return offset }
        return plan.next.parameter.flatMap { start.queryNumber($0) } ?? 0
    }

    /// The number of items before the page in the address.
    private var startingCount: Int {
        if case .offset = plan.next { return offset }
        return (number - plan.firstNumber) * items.count
    }

    private func nextNumber(_ total: JSONPath?, _ pages: JSONPath?) -> HTTPPageKey.Position? {
        if items.isEmpty { return nil }
        if let pages = pages.flatMap({ count(at: $0) }) {
            return number - plan.firstNumber + 1 < pages ? .number(number + 1) : nil
        }
        if let total = total.flatMap({ count(at: $0) }), let itemsBefore, itemsBefore + items.count >= total {
            return nil
        }
        return .number(number + 1)
    }

    private var previousOffset: HTTPPageKey.Position? {
        guard offset > 0 else { return nil }
        let size = ["limit", "per_page", "size", "count"].lazy.compactMap { start.queryNumber($0) }.first
        return .offset(max(0, offset - max(1, size ?? items.count)), end: offset)
    }

    private func precedingCount(of position: HTTPPageKey.Position) -> Int? {
        if case .offset(let offset, _) = position { return offset }
        guard case .number = position, let itemsBefore, number > plan.firstNumber else { return nil }
        let pages = number - plan.firstNumber
        return itemsBefore - (itemsBefore + pages - 1) / pages
    }

    private func number(at path: JSONPath) -> Int? {
        (try? body.value(at: path))?.integer
    }

    /// Returns a count that may be true: not less than the items that are there.
    private func count(at path: JSONPath) -> Int? {
        number(at: path).flatMap { $0 > 0 ? $0 : nil }
    }

    /// The number that pages are counted from: that in the body or address if it is 0.
    private static func firstNumber(_ rule: NextPageRule, _ start: URL, _ body: JSONText) -> Int {
        guard case .page(let parameter, _, _) = rule else { return 1 }
        if let number = start.queryNumber(parameter) { return min(1, number) }
        return BodyOutline(body).pageNumber.map { $0.value.integer == 0 ? 0 : 1 } ?? 1
    }

    // MARK: Items

    private static func items(
        of body: JSONText, at path: JSONPath, _ url: URL
    ) throws(HTTPPageError) -> JSONElements {
        func failure(_ description: String) -> HTTPPageError {
            HTTPPageError(url: url, reason: .items(.notFound(description: description)))
        }
        let found: JSONText?
        do throws(JSONMismatch) {
            found = try body.value(at: path)
        } catch {
            throw failure(error.description)
        }
        guard let found else {
            // Some servers send null for an empty array.
            if body.hasMember(at: path) { return JSONElements(body.document, []) }
            throw failure("no \(path.quoted)")
        }
        guard found.kind == .array else {
            throw failure("\(path.quoted) is \(found.kind.named), not an array of items")
        }
        return found.elements
    }

    // MARK: Repetition

    /// Fails if a page that was requested by a parameter is the same as the one that named it.
    private func checkRepetition() throws(HTTPPageError) {
        guard let fingerprint, !items.isEmpty, key?.neighbour == fingerprint else { return }
        throw HTTPPageError(url: url, reason: .nextPage(.repeated(parameter: plan.next.parameter)))
    }
}

extension NextPageRule {
    /// Whether the next page is computed here, so that a server that ignores the parameter sends the same page again.
    fileprivate var isCountedByClient: Bool {
        switch self {
        case .page, .offset, .keyset: true
        case .detected, .single, .link, .address, .cursor: false
        }
    }
}

extension JSONText {
    /// Whether the value of a field for the next page means that there is none.
    var isEnd: Bool {
        switch kind {
        case .null: true
        case .boolean: boolean == false
        case .string: string == ""
        case .number: integer == 0
        case .array, .object: false
        }
    }

    /// Returns whether there is a field at a path, also if its value is null.
    func hasMember(at path: JSONPath) -> Bool {
        guard let name = path.steps.last else { return true }
        let parent = try? value(at: path.prefix(path.steps.count - 1))
        return parent?[name] != nil
    }
}

/// A hash of the bytes of items that is the same in every process.
enum Fingerprint {
    static func of(_ items: JSONElements) -> UInt64 {
        var hash: UInt64 = 0x9e37_79b9_7f4a_7c15 &+ UInt64(items.count)
        for item in items {
            item.withBytes { bytes in
                var offset = 0
                while offset + 8 <= bytes.count {
                    mix(
                        bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian, into: &hash
                    )
                    offset += 8
                }
                var rest = UInt64(bytes.count) << 56
                while offset < bytes.count {
                    rest = rest << 8 | UInt64(bytes[offset])
                    offset += 1
                }
                mix(rest, into: &hash)
            }
        }
        return hash
    }

    private static func mix(_ word: UInt64, into hash: inout UInt64) {
        let product = (hash ^ word).multipliedFullWidth(by: 0x9fb2_1c65_1e98_df25)
        hash = product.high ^ product.low &+ word.byteSwapped
    }
}
