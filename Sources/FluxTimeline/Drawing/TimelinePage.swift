import PagingOperators

/// The page with the picture, its data, and the script that zooms it.
struct TimelinePage {
    private let lanes: TimelineLanes
    private let title: String

    init(_ lanes: TimelineLanes, title: String) {
        self.lanes = lanes
        self.title = title
    }

    var text: String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width,initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta http-equiv="Content-Security-Policy" \
        content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
        <link rel="icon" href="data:,">
        <title>\(title.inMarkup)</title>
        <style>\(TimelineSVG.style)\(Self.style)</style>
        </head>
        <body>
        <header><h1>\(title.inMarkup)</h1><p>\(summary.inMarkup)</p>
        <nav hidden><button type="button" data-zoom="in" aria-label="Zoom in">+</button>\
        <button type="button" data-zoom="out" aria-label="Zoom out">−</button>\
        <button type="button" data-zoom="all">Whole run</button>\
        <span>Drag to move, pinch or Ctrl and wheel to zoom</span></nav></header>
        <main id="picture" tabindex="0" data-loads="\(lanes.loadCount)" data-states="\(lanes.stateCount)">
        \(TimelineSVG(lanes, width: 1000).element)
        </main>
        <output id="text" hidden></output>
        <script type="application/json" id="data">\(data)</script>
        <script>\(TimelineScript.text)</script>
        </body>
        </html>

        """
    }

    private var summary: String {
        let seconds = (lanes.span / 1000).short
        let dropped = lanes.droppedCount > 0 ? ", the \(lanes.droppedCount) oldest events were dropped" : ""
        return "\(seconds) s, \(lanes.loadCount) loads, \(lanes.stateCount) states\(dropped)"
    }

    private static let style = """

        body{margin:0;background:var(--ground);color:var(--ink);font:15px system-ui,-apple-system,"Segoe UI",sans-serif}
        header{padding:12px 12px 0}h1{font-size:18px;margin:0}p{margin:2px 0 8px;color:var(--soft)}
        nav{display:flex;gap:6px;align-items:center;flex-wrap:wrap;margin-bottom:6px}nav[hidden]{display:none}
        nav span{color:var(--soft);font-size:13px}
        button{font:inherit;min-width:36px;min-height:32px;border:1px solid var(--line);border-radius:6px;\
        background:transparent;color:inherit}
        main{overflow-x:auto;outline-offset:-2px;padding-bottom:56px}main svg{display:block}
        main.live{overflow:hidden;touch-action:pan-y;cursor:grab}
        output{position:fixed;left:0;right:0;bottom:0;padding:8px 12px;background:var(--ground);\
        border-top:1px solid var(--line);font-size:13px;overflow-wrap:anywhere;max-height:30vh;overflow-y:auto}
        output[hidden]{display:none}.current{stroke:var(--ink);stroke-width:1.5}
        """

    /// The marks, as the script reads them.
    private var data: String {
        func list(_ parts: some Sequence<String>) -> String { "[" + parts.joined(separator: ",") + "]" }
        let lanes = lanes.lanes.map { lane in
            let bars = lane.bars.map { bar in
                let waits = list(bar.waits.flatMap { [$0.lowerBound.short, $0.upperBound.short] })
                return list([
                    bar.start.short, bar.end.short, "\(bar.slot)", bar.status.rawValue.inJSON,
                    bar.label.inJSON, bar.text.inJSON, waits,
                ])
            }
            let points = lane.points.map {
                list([$0.time.short, $0.status.rawValue.inJSON, $0.text.inJSON])
            }
            let steps = lane.steps.map { "[\($0.time.short),\($0.rows)]" }
            let views = lane.views.map { "[\($0.time.short),\($0.rows.lowerBound),\($0.rows.upperBound)]" }
            return """
                {"name":\(lane.name.inJSON),"kind":"\(lane.kind.rawValue)","height":\(lane.height.short),\
                "slot":\(TimelineLayout.slotHeight(lane.kind).short),"maximum":\(lane.maximum),\
                "bars":\(list(bars)),"points":\(list(points)),"steps":\(list(steps)),"views":\(list(views))}
                """
        }
        return
            "{\"span\":\(self.lanes.span.short),\"height\":\(self.lanes.height.short),\"lanes\":\(list(lanes))}"
    }
}
