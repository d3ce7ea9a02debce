import PagingOperators

/// The script of the page. It draws the marks of the visible time at the width of the window.
enum TimelineScript {
    static let text = #"""
        "use strict";
        (() => {
        const data = JSON.parse(document.getElementById("data").textContent);
        const box = document.getElementById("picture"), output = document.getElementById("text");
        const AXIS = 24, TITLE = 18, GAP = 8, MARGIN = 12, SLOTS = 24, POINT = 18;
        let from = 0, to = data.span, drawn = [], frame = 0;

        // Marks in the order of time, so that the visible ones are found by bisection. A bar may have begun long
        // before the visible time: each block of bars has its latest end.
        const BLOCK = 256;
        for (const lane of data.lanes) {
            lane.ends = [];
            for (let i = 0; i < lane.bars.length; i += BLOCK) {
                let end = 0;
                for (let j = i; j < Math.min(i + BLOCK, lane.bars.length); j++) end = Math.max(end, lane.bars[j][1]);
                lane.ends.push(end);
            }
        }
        const after = (list, time) => {
            let low = 0, high = list.length;
            while (low < high) { const mid = (low + high) >> 1; if (list[mid][0] < time) low = mid + 1; else high = mid; }
            return low;
        };
        const escape = text => text.replace(/[&<>"']/g, c => "&#" + c.charCodeAt(0) + ";");
        const step = (span, ticks) => {
            for (let size = 0.001; ; size *= 10) for (const f of [1, 2, 5]) if (span / (size * f) <= ticks) return size * f;
        };
        const timeText = (time, size) => size >= 1000 || (time === 0 && size >= 100)
            ? +(time / 1000).toFixed(3) + " s" : +time.toFixed(3) + " ms";

        function draw() {
            frame = 0;
            const width = Math.max(200, box.clientWidth), inner = width - 2 * MARGIN;
            const scale = inner / (to - from), x = time => MARGIN + (time - from) * scale;
            const left = from - (MARGIN + 6) / scale, right = to + (MARGIN + 6) / scale;
            const r = value => Math.round(value * 100) / 100;
            const parts = [];
            drawn = [];
            const mark = (text, shape) => { parts.push(shape.replace(" ", ` data-mark="${drawn.length}" `)); drawn.push(text); };
            const size = step(to - from, Math.max(2, width / 110));
            for (let time = Math.ceil(from / size) * size; time <= to; time += size)
                parts.push(`<path class="grid" d="M${r(x(time))} ${AXIS}V${data.height}"/><text class="soft" text-anchor="${x(time) > width - 50 ? "end" : "start"}" x="${r(x(time))}" y="15">${timeText(time, size)}</text>`);
            let top = AXIS;
            for (const lane of data.lanes) {
                parts.push(`<text class="title" x="${MARGIN}" y="${top + 13}">${escape(lane.name)}</text>`);
                top += TITLE;
                parts.push(`<g class="lane ${lane.kind}">`);
                if (lane.kind === "rows") drawRows(lane, top); else drawMarks(lane, top);
                parts.push("</g>");
                top += lane.height + GAP;
            }
            const defs = box.querySelector("defs") ? box.querySelector("defs").outerHTML : "";
            box.innerHTML = `<svg width="${width}" height="${data.height}" viewBox="0 0 ${width} ${data.height}" role="img" aria-label="Timeline">${defs}${parts.join("")}</svg>`;

            function drawMarks(lane, top) {
                const dense = new Map();
                const flush = slot => {
                    const d = dense.get(slot);
                    if (!d) return;
                    dense.delete(slot);
                    mark(d.count > 1 ? `${d.count} loads, the first: ${d.text}` : d.text,
                        `<rect class="bar ${d.status}" data-count="${d.count}" x="${d.place}" y="${top + slot * lane.slot + 1}" width="2" height="${lane.slot - 2}"/>`);
                };
                const last = after(lane.bars, right);
                for (let i = 0; i < last; i++) {
                    if (i % BLOCK === 0 && lane.ends[i / BLOCK] < left) { i += BLOCK - 1; continue; }
                    const [start, end, ownSlot, status, label, text, waits] = lane.bars[i];
                    if (end < left) continue;
                    const slot = ownSlot % SLOTS, a = x(start), b = x(end);
                    if (b - a < 2) {
                        const place = Math.floor(a / 2) * 2, old = dense.get(slot);
                        if (old && old.place === place) { old.count++; if (status === "failed") old.status = status; }
                        else { flush(slot); dense.set(slot, {place, count: 1, text, status}); }
                        continue;
                    }
                    const y = top + slot * lane.slot + 1, height = lane.slot - 2;
                    const a0 = Math.max(a, -50), b0 = Math.min(b, width + 50), w = Math.max(2, b0 - a0);
                    mark(text, `<rect class="bar ${status}" data-count="1" x="${r(a0)}" y="${y}" width="${r(w)}" height="${height}" rx="2"/>`);
                    for (let k = 0; k < waits.length; k += 2)
                        parts.push(`<rect class="wait" pointer-events="none" x="${r(x(waits[k]))}" y="${y}" width="${r(Math.max(1, (waits[k + 1] - waits[k]) * scale))}" height="${height}"/>`);
                    if (lane.kind === "loads" && label.length <= (w - 6) / 6.5)
                        parts.push(`<text class="label" x="${r(Math.max(a0, 0) + 4)}" y="${y + 13}">${escape(label)}</text>`);
                }
                for (const slot of [...dense.keys()]) flush(slot);
                const middle = top + (lane.bars.length ? lane.height - POINT / 2 : POINT / 2);
                const end = after(lane.points, right);
                for (let i = after(lane.points, left); i < end;) {
                    const place = r(x(lane.points[i][0])), group = Math.floor(place / 2), text = lane.points[i][2];
                    let status = lane.points[i][1], count = 1;
                    while (i + count < end && Math.floor(x(lane.points[i + count][0]) / 2) === group) {
                        if (lane.points[i + count][1] === "failed") status = "failed";
                        count++;
                    }
                    mark(count > 1 ? `${count} events, the first: ${text}` : text,
                        `<circle class="point ${status}" data-count="${count}" cx="${place}" cy="${middle}" r="${lane.kind === "states" ? 5 : 3.5}"/>`);
                    i += count;
                }
            }

            function drawRows(lane, top) {
                const bottom = top + lane.height, high = lane.height - 12;
                const y = rows => r(bottom - rows / lane.maximum * high);
                let path = "", place = null, pending = "";
                const first = Math.max(0, after(lane.steps, left) - 1);
                for (let i = first; i < lane.steps.length && lane.steps[i][0] <= right; i++) {
                    const a = Math.max(x(lane.steps[i][0]), -10), now = Math.round(a * 2);
                    if (!path) path = `M${r(a)} ${bottom}`;
                    if (now !== place) { path += pending; }
                    pending = `H${r(a)}V${y(lane.steps[i][1])}`;
                    place = now;
                }
                if (path) parts.push(`<path class="area" d="${path}${pending}H${r(Math.min(x(data.span), width + 10))}V${bottom}Z"/>`);
                let shown = null;
                const show = (view, end) => {
                    const a = Math.max(x(view[0]), -10);
                    mark(view[2] - view[1] > 1 ? `rows ${view[1]}–${view[2] - 1} in view` : view[1] < view[2] ? `row ${view[1]} in view` : "no rows in view", `<rect class="view" x="${r(a)}" y="${y(view[2])}" width="${r(Math.max(1, Math.min(x(end), width + 10) - a))}" height="${Math.max(2, y(view[1]) - y(view[2]))}"/>`);
                };
                for (let i = Math.max(0, after(lane.views, left) - 1); i < lane.views.length && lane.views[i][0] <= right; i++) {
                    const view = lane.views[i];
                    if (shown && Math.floor(x(shown[0]) / 2) !== Math.floor(x(view[0]) / 2)) show(shown, view[0]);
                    shown = view;
                }
                if (shown) { const next = lane.views[after(lane.views, right)]; show(shown, next ? next[0] : data.span); }
                parts.push(`<text class="soft" x="${MARGIN}" y="${top + 10}">${lane.maximum} rows</text>`);
            }
        }
        const redraw = () => { if (!frame) frame = requestAnimationFrame(draw); };
        function show(a, b) {
            const span = Math.min(data.span, Math.max(0.01, b - a));
            from = Math.min(Math.max(0, a), data.span - span);
            to = from + span;
            redraw();
        }
        const zoom = (factor, at = (from + to) / 2) => show(at - (at - from) * factor, at + (to - at) * factor);
        const timeAt = clientX => from + (clientX - box.getBoundingClientRect().left - MARGIN) / (box.clientWidth - 2 * MARGIN) * (to - from);
        const say = element => {
            const number = element && element.getAttribute && element.getAttribute("data-mark");
            if (number === null || number === undefined) return;
            output.hidden = false;
            output.textContent = drawn[number];
        };

        document.querySelector("nav").hidden = false;
        document.querySelector("nav").addEventListener("click", event => {
            const kind = event.target.dataset.zoom;
            if (kind === "in") zoom(0.5); else if (kind === "out") zoom(2); else if (kind === "all") show(0, data.span);
        });
        box.classList.add("live");
        box.addEventListener("wheel", event => {
            if (event.ctrlKey || event.metaKey) { event.preventDefault(); zoom(Math.exp(event.deltaY / 200), timeAt(event.clientX)); }
            else if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
                event.preventDefault();
                const by = event.deltaX / box.clientWidth * (to - from);
                show(from + by, to + by);
            }
        }, {passive: false});
        const pointers = new Map();
        box.addEventListener("pointerdown", event => { pointers.set(event.pointerId, event.clientX); say(event.target); });
        addEventListener("pointerup", event => pointers.delete(event.pointerId));
        addEventListener("pointercancel", event => pointers.delete(event.pointerId));
        box.addEventListener("pointermove", event => {
            if (!pointers.has(event.pointerId)) return say(event.target);
            const old = pointers.get(event.pointerId), others = [...pointers].filter(p => p[0] !== event.pointerId);
            pointers.set(event.pointerId, event.clientX);
            if (others.length === 1) {
                const other = others[0][1], before = Math.abs(old - other), now = Math.abs(event.clientX - other);
                if (before > 1 && now > 1) zoom(before / now, timeAt(other));
            } else if (others.length === 0) {
                const by = (old - event.clientX) / box.clientWidth * (to - from);
                show(from + by, to + by);
            }
        });
        box.addEventListener("keydown", event => {
            const by = (to - from) / 5;
            if (event.key === "+" || event.key === "=") zoom(0.5);
            else if (event.key === "-") zoom(2);
            else if (event.key === "0") show(0, data.span);
            else if (event.key === "ArrowLeft") show(from - by, to - by);
            else if (event.key === "ArrowRight") show(from + by, to + by);
            else return;
            event.preventDefault();
        });
        addEventListener("resize", redraw);
        draw();
        })();
        """#
}
