import FluxLoading
import Foundation

extension JSONElements {
    /// Returns the rows of a table as objects. Returns `nil` if a row is no array of as many values as there
    /// are columns. Also returns `nil` if the names of the columns, which are repeated for each row, are many
    /// times as long as the values.
    ///
    /// - Parameter columns: An array of names, or of objects that have one.
    func objects(columns: JSONText) -> JSONElements? {
        let names = columns.elements.map { column in
            ["name", "id", "field", "key", "label"].lazy.compactMap { column[$0] }.first ?? column
        }
        guard names.allSatisfy({ $0.kind == .string }) else { return nil }
        var text = Data("[".utf8)
        let nameLength = names.reduce(0) { sum, name in name.withBytes { sum + $0.count } }
        var valueLength = 0
        for (number, row) in enumerated() {
            let repeatedLength = Int64(number) * Int64(nameLength)
            if repeatedLength > 1_000_000 + 100 * Int64(valueLength) { return nil }
            let values = row.elements
            guard row.kind == .array, values.count == names.count else { return nil }
            text.append(contentsOf: text.count > 1 ? ",{".utf8 : "{".utf8)
            for (index, (name, value)) in Swift.zip(names, values).enumerated() {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                name.withBytes { text.append(contentsOf: $0) }
                text.append(UInt8(ascii: ":"))
                value.withBytes { bytes in
                    valueLength += bytes.count
                    text.append(contentsOf: bytes)
                }
            }
            text.append(UInt8(ascii: "}"))
        }
        text.append(UInt8(ascii: "]"))
        return (try? JSONText(text))?.elements
    }
}

extension JSONText {
    /// The text of this value, unless it is longer than the names of columns are.
    var shortText: String? {
        withBytes { bytes in bytes.count > 100_000 ? nil : String(decoding: bytes, as: UTF8.self) }
    }
}
