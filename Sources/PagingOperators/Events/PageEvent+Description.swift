import FluxLoading

// The events in one line each.

extension PageEvent: CustomStringConvertible {
    /// The event in one line, without its time: `page 60 requested (append, load 3)`. Secrets in addresses
    /// are left out, and control characters are replaced.
    public var description: String { kind.text(ofLoad: load).inOneLine }
}

extension PageEvent.Kind: CustomStringConvertible {
    /// The event in one line, without the number of its load.
    public var description: String { text(ofLoad: nil).inOneLine }

    /// The name of a page. The text of a numbered page's key begins with "page" already.
    private static func page(_ key: String?) -> String {
        key.map { $0.hasPrefix("page ") ? $0 : "page \($0)" } ?? "first page"
    }

    fileprivate func text(ofLoad load: Int?) -> String {
        let number = load.map { "load \($0)" }
        switch self {
        case .began: return "session began"
        case .reported(let rows): return "\(rows.inWords) in view"
        case .signal(let signal): return signal.inWords
        case .notNeeded(let direction, let reason): return "no \(direction?.page ?? "page") needed: \(reason)"
        case .started(let key, let direction, let attempt):
            let details = ["\(direction)", number, attempt > 1 ? "attempt \(attempt)" : nil]
            return "\(Self.page(key)) requested"
                + " (\(details.compactMap(\.self).joined(separator: ", ")))"
        case .responded(let response): return of(number, "\(response)")
        case .retrying(let attempt, let delay, let error):
            return of(number, "attempt \(attempt) failed, retries after \(delay.inSeconds): \(error)")
        case .loaded(let items, let presented, let next):
            let rows = presented.map { ", \($0.counting("row"))" } ?? ""
            let end = next.map { "then \(Self.page($0))" } ?? "the last page"
            return of(number, "\(items.counting("item")) loaded\(rows), \(end)")
        case .failed(let error): return of(number, "failed: \(error)")
        case .stopped(let direction, let error): return "stopped (\(direction)): \(error)"
        case .cancelled: return of(number, "cancelled")
        case .droppedLate: return of(number, "page dropped, which came after the load was cancelled")
        case .removed(let key, let rows, let direction):
            let edge = direction == .prepend ? "start" : "end"
            return "\(Self.page(key)) removed at the \(edge), \(rows.counting("row"))"
        case .restored(let rows): return "\(rows.counting("row")) restored"
        case .invalidated: return "items have changed"
        case .inserted(let direction, let rows):
            let edge = direction == .prepend ? "start" : "end"
            return "item inserted at the \(edge), \(rows.counting("row")) added"
        case .sourceReplaced: return "source replaced"
        case .published(let state): return "state: \(state)"
        case .ended: return "session ended"
        }
    }

    private func of(_ number: String?, _ text: String) -> String {
        number.map { "\($0): \(text)" } ?? text
    }
}

extension PageEvent.Reason: CustomStringConvertible {
    /// The reason in words, with its figures.
    public var description: String {
        switch self {
        case .enoughRows(_, 0): "the threshold is 0"
        case .enoughRows(let rows, let threshold): "\(rows.counting("row")) beyond, threshold \(threshold)"
        case .enoughContent(let distance, let limit):
            "\(distance.inPoints) beyond, limit \(limit.inPoints)"
        case .notPulled(let distance, let limit):
            "pulled by \(max(0, distance).inPoints), limit \(limit.inPoints)"
        case .alreadyLoading(let load): "load \(load) is running"
        case .heldAfterFailure(let error): "held until a retry, since it failed: \(error)"
        case .atEnd: "the list ends there"
        case .beyondList(let count): "the list has \(count.counting("row"))"
        case .windowFull(let maxRows):
            "its page was removed, the window has room for \(maxRows.counting("row"))"
        case .jumping(let row): "the list jumps to row \(row)"
        case .farAway: "the rows are far from the loaded ones"
        case .awaitingReload: "the list is loaded again once the running loads have ended"
        case .nothingInView: "nothing is in view"
        case .nothingFailed: "nothing has failed"
        case .noPages: "nothing is loaded yet"
        }
    }
}

extension PageResponse: CustomStringConvertible {
    /// The response in one line:
    /// `status 200, 5120 bytes, head after 120 ms, 150 ms in all, https://example.org/`.
    public var description: String {
        let parts = [
            status.map { "status \($0)" }, timeToResponse == nil && bytes == 0 ? nil : "\(bytes) bytes",
            timeToResponse.map { "head after \($0.inSeconds)" }, "\(duration.inSeconds) in all",
            origin.inWords, address,
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }
}

extension PageResponse.Origin {
    fileprivate var inWords: String? {
        switch self {
        case .network: nil
        case .cache(let age): "from a cache, \(age.inSeconds) old"
        case .local: "local"
        }
    }
}

extension ListSignal {
    fileprivate var inWords: String {
        switch self {
        case .shown(let rows): "\(rows.inWords) in view"
        case .prefetch(let rows): "\(rows.inWords) prefetched"
        case .scrolled(let offset, let viewport, let content):
            "scrolled to \(offset.inPoints) of \(content.inPoints), viewport \(viewport.inPoints)"
        case .loadMore: "next page requested"
        case .loadPrevious: "previous page requested"
        case .refresh: "refresh requested"
        case .retry: "retry requested"
        case .cancel: "loads cancelled"
        case .reset: "list reset"
        case .jump(let row): "jump to row \(row) requested"
        }
    }
}

extension LoadDirection {
    fileprivate var page: String {
        switch self {
        case .refresh: "first page"
        case .prepend: "previous page"
        case .append: "next page"
        }
    }
}

extension Range<Int> {
    fileprivate var inWords: String {
        switch count {
        case 0: "no rows"
        case 1: "row \(lowerBound)"
        default: "rows \(lowerBound)–\(upperBound - 1)"
        }
    }
}

extension Double {
    fileprivate var inPoints: String {
        let rounded = rounded()
        return abs(rounded) < 1e15 ? "\(Int64(rounded)) pt" : "\(self) pt"
    }
}

extension String {
    /// The text for a line of a log: control characters are replaced by spaces, secrets in addresses by an
    /// ellipsis, and a long text is cut.
    package var inOneLine: String {
        if utf8.count <= 1000, utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return redactingSecrets }
        var line = String.UnicodeScalarView()
        for scalar in unicodeScalars.prefix(1000) {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .format: line.append(" ")
            default: line.append(scalar)
            }
        }
        let isCut = unicodeScalars.count > 1000
        return String(line).redactingSecrets + (isCut ? "…" : "")
    }
}
