import PagingOperators

extension SimulatedSession {
    /// Answers all loads until none is running, without signals.
    mutating func comeToRest() throws(Mismatch) {
        for _ in 0..<100 {
            guard let number = runningLoads.first else {
                let isDue = past.awaitsReload && state.error == nil
                return try Mismatch.unless(!isDue, "the list was invalidated, and is not loaded again")
            }
            try answer(number)
        }
        throw Mismatch("the session does not come to rest")
    }

    /// Resets the list and scrolls to the end and then to the start: every row has to become visible.
    mutating func scrollToBothEnds() throws(Mismatch) {
        try play(.reset)
        try play(.refresh)
        var seen: Set<SimulatedRow> = []
        try scroll(to: .append, seeing: &seen)
        if setup.server.links != .next || setup.rules.maxRows != nil {
            try scroll(to: .prepend, seeing: &seen)
        }
        // Pages that were removed at the end stay reachable.
        if setup.rules.maxRows != nil {
            seen = []
            try scroll(to: .append, seeing: &seen)
        }
        let expected = rowsToSee
        let missing = expected.filter { !seen.contains($0) }
        try Mismatch.unless(missing.isEmpty, "the user has not seen \(missing)")
        if setup.rules.maxRows == nil {
            let rows = rows.compactMap { $0 }.filter { $0.id >= 0 }
            try Mismatch.unless(
                Set(rows) == Set(expected) && rows.count == expected.count,
                "ended with \(rows), not with \(expected)")
            // Of rows that stand on several pages, the page that came first decides.
            try Mismatch.unless(repeats || rows == expected, "not in order: \(rows), not \(expected)")
        }
    }

    private mutating func scroll(
        to side: LoadDirection, seeing seen: inout Set<SimulatedRow>
    ) throws(Mismatch) {
        for _ in 0..<100 {
            seen.formUnion(rows.compactMap { $0 })
            if let number = runningLoads.first {
                try answer(number)
            } else if state.error != nil {
                try play(.retry)
            } else if (side == .append ? state.append : state.prepend).isEnd {
                return
            } else if setup.rules.threshold == 0 || list.rowCount == 0 {
                try showFarthestItem(at: side)
                try play(side == .append ? .loadMore : .loadPrevious)
            } else {
                try showFarthestItem(at: side)
            }
        }
        throw Mismatch("a patient user does not reach the \(side == .append ? "end" : "start")")
    }

    private mutating func showFarthestItem(at side: LoadDirection) throws(Mismatch) {
        guard list.rowCount > 0 else { return }
        let first = state.placeholdersBefore
        try play(.shown(.fromStart(side == .append ? first + list.rowCount - 1 : first), count: 1))
    }

    private var repeats: Bool {
        let ids = server.layout.joined()
        return Set(ids).count != ids.count
    }

    /// The rows of all reachable pages, each once.
    private var rowsToSee: [SimulatedRow] {
        let start = setup.startKey ?? 0
        let reachable =
            switch setup.server.links {
            case .both: server.layout[...]
            case .next: server.layout.dropFirst(start)
            case .previous: server.layout.prefix(start + 1)
            }
        var rows = reachable.joined().map {
            SimulatedRow(id: $0, version: server.version)
        }
        for stage in setup.chain.stages {
            switch stage {
            case .filter: rows = rows.filter(SimulatedRules.isKept)
            case .map: rows = rows.map(SimulatedRules.convert)
            case .dedupe, .latest:
                var ids: Set<Int> = []
                rows = rows.filter { ids.insert($0.id).inserted }
            case .separators, .header, .edits: break
            }
        }
        return rows
    }
}
