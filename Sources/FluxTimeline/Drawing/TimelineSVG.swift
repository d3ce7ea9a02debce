import PagingOperators

/// The whole run as an SVG image. Marks that are less than two points apart are drawn as one.
struct TimelineSVG {
    private let lanes: TimelineLanes
    private let width: Double
    private var scale: Double { (width - 2 * TimelineLayout.margin) / lanes.span }

    init(_ lanes: TimelineLanes, width: Double) {
        self.lanes = lanes
        self.width = max(100, width)
    }

    /// The image as a file.
    var document: String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width.short) \(lanes.height.short)" \
        width="\(width.short)" height="\(lanes.height.short)" role="img" aria-label="Timeline">
        <style>\(Self.style)
        svg{background:var(--ground)}</style>
        \(content)
        </svg>

        """
    }

    /// The image as a part of a page, whose style it has.
    var element: String {
        """
        <svg viewBox="0 0 \(width.short) \(lanes.height.short)" width="\(width.short)" \
        height="\(lanes.height.short)" role="img" aria-label="Timeline">
        \(content)
        </svg>
        """
    }

    static let style = """
        :root{\(TimelineColors.light)}
        @media(prefers-color-scheme:dark){:root{\(TimelineColors.dark)}}
        svg text{font:12px system-ui,-apple-system,"Segoe UI",sans-serif;fill:var(--ink)}
        svg .soft{fill:var(--soft);font-size:11px}
        svg .title{font-weight:600}
        svg .grid{stroke:var(--line);stroke-width:1}
        svg .label{fill:var(--label);font-size:11px;pointer-events:none}
        svg .done{fill:var(--done)}svg .failed{fill:var(--failed)}svg .cancelled{fill:var(--cancelled)}
        svg .running{fill:var(--running)}svg .hit{fill:var(--hit)}svg .note{fill:var(--note)}
        svg .quiet{fill:var(--quiet)}
        svg .bar{stroke:var(--ground);stroke-width:.5}
        svg .wait{fill:url(#hatch)}svg .hatch{fill:var(--hatch)}
        svg .area{fill:var(--done);fill-opacity:.18;stroke:var(--done);stroke-width:1.5}
        svg .view{fill:var(--view);fill-opacity:.75}
        """

    private var content: String {
        var parts = [
            """
            <defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" \
            patternTransform="rotate(45)"><rect class="hatch" width="3" height="6"/></pattern></defs>
            """
        ]
        parts += axis
        var top = TimelineLayout.axisHeight
        for lane in lanes.lanes {
            parts.append(
                """
                <text class="title" x="\(TimelineLayout.margin.short)" y="\((top + 13).short)">\
                \(lane.name.inMarkup)</text>
                """)
            top += TimelineLayout.titleHeight
            parts.append("<g class=\"lane \(lane.kind.rawValue)\">")
            parts += marks(of: lane, at: top)
            parts.append("</g>")
            top += lane.height + TimelineLayout.gap
        }
        return parts.joined(separator: "\n")
    }

    private func x(_ time: Double) -> Double { TimelineLayout.margin + time * scale }

    private var axis: [String] {
        let step = Self.step(for: lanes.span, ticks: max(2, width / 110))
        return (0...Int(lanes.span / step)).map { index in
            let time = Double(index) * step
            let place = x(time).short
            return """
                <path class="grid" d="M\(place) \(TimelineLayout.axisHeight.short)V\(lanes.height.short)"/>\
                <text class="soft" text-anchor="\(x(time) > width - 50 ? "end" : "start")" \
                x="\(place)" y="15">\(Self.text(ofTime: time, step: step))</text>
                """
        }
    }

    /// The time between two lines of the axis: 1, 2 or 5 times a power of ten.
    static func step(for span: Double, ticks: Double) -> Double {
        var step = 0.001
        while true {
            for factor in [1.0, 2, 5] where span / (step * factor) <= ticks { return step * factor }
            step *= 10
        }
    }

    static func text(ofTime time: Double, step: Double) -> String {
        step >= 1000 || time == 0 && step >= 100 ? "\((time / 1000).short) s" : "\(time.short) ms"
    }

    private func marks(of lane: TimelineLanes.Lane, at top: Double) -> [String] {
        switch lane.kind {
        case .rows: return rows(of: lane, at: top)
        case .values, .states: return points(of: lane, at: top + TimelineLayout.pointHeight / 2)
        case .loads, .images:
            let pointTop = top + lane.height - TimelineLayout.pointHeight / 2
            return bars(of: lane, at: top) + points(of: lane, at: pointTop)
        }
    }

    private func points(of lane: TimelineLanes.Lane, at middle: Double) -> [String] {
        var parts: [String] = []
        var index = 0
        while index < lane.points.count {
            let point = lane.points[index]
            let place = x(point.time)
            var count = 1
            var status = point.status
            while index + count < lane.points.count,
                (x(lane.points[index + count].time) / 2).rounded(.down) == (place / 2).rounded(.down)
            {
                if lane.points[index + count].status == .failed { status = .failed }
                count += 1
            }
            let more = count > 1 ? " (and \(count - 1) more)" : ""
            parts.append(
                """
                <circle class="point \(status.rawValue)" data-count="\(count)" cx="\(place.short)" \
                cy="\(middle.short)" r="\(lane.kind == .states ? "5" : "3.5")"><title>\
                \((point.text + more).inMarkup)</title></circle>
                """)
            index += count
        }
        return parts
    }

    private func bars(of lane: TimelineLanes.Lane, at top: Double) -> [String] {
        let height = TimelineLayout.slotHeight(lane.kind)
        var parts: [String] = []
        // The bars that begin at the same point of a slot and are no longer than one point are one.
        var dense: [Int: (place: Double, count: Int)] = [:]
        func flush(_ slot: Int) {
            guard let (place, count) = dense.removeValue(forKey: slot) else { return }
            parts.append(
                """
                <rect class="bar done" data-count="\(count)" x="\(place.short)" \
                y="\((top + Double(slot) * height + 1).short)" width="1" height="\((height - 2).short)">\
                <title>\(count) loads</title></rect>
                """)
        }
        let merges = lane.bars.count > 2000
        for bar in lane.bars {
            let slot = bar.slot % TimelineLayout.maximumSlots
            let (start, end) = (x(bar.start), x(bar.end))
            if merges, end - start < 1, bar.status == .done {
                if let old = dense[slot], old.place == start.rounded() {
                    dense[slot] = (old.place, old.count + 1)
                } else {
                    flush(slot)
                    dense[slot] = (start.rounded(), 1)
                }
                continue
            }
            parts.append(
                self.bar(bar, from: start, to: end, at: top + Double(slot) * height + 1, height - 2, lane))
        }
        for slot in dense.keys.sorted() { flush(slot) }
        return parts
    }

    private func bar(
        _ bar: TimelineLanes.Bar, from start: Double, to end: Double, at top: Double, _ height: Double,
        _ lane: TimelineLanes.Lane
    ) -> String {
        let width = max(2, end - start)
        var text = """
            <g class="mark"><rect class="bar \(bar.status.rawValue)" data-count="1" x="\(start.short)" \
            y="\(top.short)" width="\(width.short)" height="\(height.short)" rx="2"/>
            """
        for wait in bar.waits {
            text += """
                <rect class="wait" x="\(x(wait.lowerBound).short)" y="\(top.short)" \
                width="\(max(1, x(wait.upperBound) - x(wait.lowerBound)).short)" height="\(height.short)"/>
                """
        }
        let letters = Int((width - 6) / 6.5)
        if lane.kind == .loads, letters > 0, bar.label.count <= letters {
            text += """
                <text class="label" x="\((start + 4).short)" y="\((top + 13).short)">\(bar.label.inMarkup)</text>
                """
        }
        return text + "<title>\(bar.text.inMarkup)</title></g>"
    }

    private func rows(of lane: TimelineLanes.Lane, at top: Double) -> [String] {
        let (bottom, height) = (top + lane.height, lane.height - 12)
        let maximum = Double(lane.maximum)
        func y(_ rows: Int) -> Double { bottom - Double(rows) / maximum * height }
        var parts: [String] = []
        if let first = lane.steps.first {
            var path = "M\(x(first.time).short) \(bottom.short)"
            for step in thinned(lane.steps, \.time) { path += "H\(x(step.time).short)V\(y(step.rows).short)" }
            path += "H\(x(lanes.span).short)V\(bottom.short)Z"
            parts.append("<path class=\"area\" d=\"\(path)\"/>")
        }
        let views = thinned(lane.views, \.time)
        for (index, view) in views.enumerated() {
            let end = index + 1 < views.count ? views[index + 1].time : lanes.span
            parts.append(
                """
                <rect class="view" x="\(x(view.time).short)" y="\(y(view.rows.upperBound).short)" \
                width="\(max(1, x(end) - x(view.time)).short)" \
                height="\(max(2, y(view.rows.lowerBound) - y(view.rows.upperBound)).short)">\
                <title>\(view.text)</title></rect>
                """)
        }
        parts.append(
            "<text class=\"soft\" x=\"\(TimelineLayout.margin.short)\" y=\"\((top + 10).short)\">"
                + "\(lane.maximum) rows</text>")
        return parts
    }

    /// The last element of each half point.
    private func thinned<Element>(_ elements: [Element], _ time: (Element) -> Double) -> [Element] {
        var result: [Element] = []
        var last = -1.0
        for element in elements {
            let place = (x(time(element)) * 2).rounded()
            if place == last { result.removeLast() }
            result.append(element)
            last = place
        }
        return result
    }
}
