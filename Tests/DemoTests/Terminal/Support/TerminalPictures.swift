import Foundation

@testable import Demo

/// The pictures of a terminal that knows kitty's graphics and sixels.
struct TerminalPictures {
    /// An image that was sent by kitty's protocol.
    struct Image: Equatable {
        var width = 0
        var height = 0
        var samples = 0
        var data = Data()

        func color(_ x: Int, _ y: Int) -> Pixels.Color? {
            let place = data.startIndex + (y * width + x) * samples
            if samples == 4, data[place + 3] == 0 { return nil }
            return Pixels.Color(red: data[place], green: data[place + 1], blue: data[place + 2])
        }
    }

    /// A part of an image on cells.
    struct Placement: Equatable {
        let line: Int
        let column: Int
        let keys: [Character: Int]
    }

    private struct ID: Hashable {
        let image: Int
        let placement: Int
    }

    private(set) var images: [Int: Image] = [:]
    private var placements: [ID: Placement] = [:]
    /// The pixels of sixels, by cell.
    private var sixels: [[Int]: [Pixels.Color?]] = [:]
    /// How many images were sent.
    private(set) var sentCount = 0
    /// How many bitmaps were drawn.
    private(set) var drawnCount = 0
    /// Commands that are not valid.
    private(set) var errors: [String] = []
    private var incomplete: (number: Int, image: Image)?
    var cell = CellPixels.usual

    var isEmpty: Bool { placements.isEmpty && sixels.isEmpty }
    var placementCount: Int { placements.count }

    /// The pixels that a cell shows; `nil` without a picture.
    func pixels(line: Int, column: Int) -> [Pixels.Color?]? {
        if let known = sixels[[line, column]] { return known }
        for (id, placement) in placements {
            let keys = placement.keys
            guard let columns = keys["c"], let lines = keys["r"], let width = keys["w"],
                let height = keys["h"],
                let x = keys["x"], let y = keys["y"], let image = images[id.image],
                placement.line..<placement.line + lines ~= line,
                placement.column..<placement.column + columns ~= column
            else { continue }
            let (w, h) = (width / columns, height / lines)
            let (left, top) = (x + (column - placement.column) * w, y + (line - placement.line) * h)
            return (top..<top + h).flatMap { y in (left..<left + w).map { image.color($0, y) } }
        }
        return nil
    }

    /// Text erases the sixels of a cell.
    mutating func erase(line: Int, column: Int) { sixels[[line, column]] = nil }

    mutating func eraseAll() { sixels = [:] }

    /// Draws sixels.
    mutating func draw(sixels text: String, line: Int, column: Int) {
        drawnCount += 1
        guard let bitmap = SixelDecoder(text), bitmap.width % cell.width == 0,
            bitmap.height % cell.height == 0
        else {
            errors.append(text)
            return
        }
        for y in 0..<bitmap.height / cell.height {
            for x in 0..<bitmap.width / cell.width {
                sixels[[line + y, column + x]] = (y * cell.height..<(y + 1) * cell.height).flatMap { row in
                    (x * cell.width..<(x + 1) * cell.width).map { bitmap[$0, row] }
                }
            }
        }
    }

    /// Obeys a command of kitty's protocol.
    ///
    /// - Parameter text: The command without its beginning and its end.
    mutating func obey(_ text: Substring, line: Int, column: Int) {
        let parts = text.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
        var keys: [Character: Int] = [:]
        var names: [Character: Substring] = [:]
        for pair in parts[0].split(separator: ",") {
            guard let name = pair.first else { continue }
            names[name] = pair.dropFirst(2)
            keys[name] = Int(pair.dropFirst(2))
        }
        let payload = parts.count > 1 ? Data(base64Encoded: String(parts[1])) : nil
        switch names["a"] {
        case "q": break
        case _ where keys["q"] != 2: errors.append("\(text) is answered")
        case "t", nil: send(keys, payload ?? Data(), parts.count > 1 ? parts[1].utf8.count : 0)
        case "p": place(keys, line, column)
        case "d": delete(names["d"] ?? "a", keys)
        default: errors.append(String(text))
        }
    }

    private mutating func send(_ keys: [Character: Int], _ payload: Data, _ length: Int) {
        var (number, image) = incomplete ?? (keys["i"] ?? 0, Image())
        if incomplete == nil {
            (image.width, image.height) = (keys["s"] ?? 0, keys["v"] ?? 0)
            image.samples = (keys["f"] ?? 0) / 8
        }
        image.data += payload
        incomplete = (number, image)
        if length > 4096 || payload.isEmpty { errors.append("a chunk of \(length) bytes") }
        if keys["m"] == 1 { return }
        if image.data.count != image.width * image.height * image.samples {
            errors.append("image of another size")
        }
        images[number] = image
        sentCount += 1
        incomplete = nil
    }

    private mutating func place(_ keys: [Character: Int], _ line: Int, _ column: Int) {
        guard let image = keys["i"], let placement = keys["p"], let size = images[image],
            (keys["x"] ?? 0) + (keys["w"] ?? 0) <= size.width,
            (keys["y"] ?? 0) + (keys["h"] ?? 0) <= size.height
        else {
            errors.append("no such image: \(keys)")
            return
        }
        placements[ID(image: image, placement: placement)] = Placement(line: line, column: column, keys: keys)
    }

    private mutating func delete(_ kind: Substring, _ keys: [Character: Int]) {
        switch kind {
        case "a": placements = [:]
        case "A": placements = [:]
        case "i", "I":
            placements = placements.filter {
                $0.key.image != keys["i"] || (keys["p"] != nil && $0.key.placement != keys["p"])
            }
            if kind == "I", let number = keys["i"] { images[number] = nil }
        case "R":
            images = images.filter { !((keys["x"] ?? 0)...(keys["y"] ?? 0) ~= $0.key) }
        default: errors.append("d=\(kind)")
        }
    }
}
