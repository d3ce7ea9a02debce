import Foundation
import SeededRandom
import TestSupport
import Testing

@testable import FluxLoading

/// Random values, written with random white space and escapes, against the model that they were made from.
struct RandomJSONTests {
    private indirect enum Model {
        case literal(String)
        case string(String)
        case array([Model])
        case object([(String, Model)])
    }

    private struct Writer {
        var random: SeededGenerator

        mutating func value(depth: Int) -> Model {
            switch random.number(below: depth > 4 ? 2 : 4) {
            case 0:
                .literal(
                    ["null", "true", "false", "0", "-1.5e+3", "12345678901234567890"][random.number(below: 6)]
                )
            case 1: .string(text())
            case 2: .array((0..<random.number(below: 5)).map { _ in value(depth: depth + 1) })
            default:
                .object((0..<random.number(below: 5)).map { ("k\($0)" + text(), value(depth: depth + 1)) })
            }
        }

        mutating func text() -> String {
            let scalars = "aé\"\\\n\u{1}€😀/".unicodeScalars.map { $0 }
            // A scanner reads plain characters several at a time.
            let plain = String(repeating: "x", count: random.chance(30) ? random.number(below: 20) : 0)
            return (0..<random.number(below: 6)).reduce(into: plain) { text, _ in
                text.unicodeScalars.append(scalars[random.number(below: scalars.count)])
            }
        }

        mutating func write(_ model: Model) -> String {
            switch model {
            case .literal(let text): return space() + text + space()
            case .string(let text): return space() + quoted(text) + space()
            case .array(let items):
                return space() + "[" + space() + items.map { write($0) }.joined(separator: ",") + "]"
                    + space()
            case .object(let members):
                let members = members.map { space() + quoted($0.0) + space() + ":" + write($0.1) }
                return space() + "{" + space() + members.joined(separator: ",") + "}" + space()
            }
        }

        private mutating func space() -> String { ["", "", " ", "\n", "\t\r\n"][random.number(below: 5)] }

        private mutating func quoted(_ text: String) -> String {
            text.unicodeScalars.reduce(into: "\"") { result, scalar in
                let mustEscape = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
                if mustEscape || random.chance(20) {
                    for unit in String(scalar).utf16 { result += "\\u" + String(format: "%04x", Int(unit)) }
                } else {
                    result.unicodeScalars.append(scalar)
                }
            } + "\""
        }
    }

    private func expect(_ value: JSONText, is model: Model, _ note: Comment) {
        switch model {
        case .literal(let text):
            #expect(value.withBytes { String(decoding: $0, as: UTF8.self) } == text, note)
        case .string(let text):
            #expect(value.string == text, note)
        case .array(let items):
            let elements = value.elements
            #expect(elements.count == items.count, note)
            for (element, item) in zip(elements, items) { expect(element, is: item, note) }
        case .object(let fields):
            let members = value.members
            #expect(members.map(\.name) == fields.map(\.0), note)
            for (member, field) in zip(members, fields) { expect(member.value, is: field.1, note) }
        }
    }

    @Test func randomValuesAreReadBack() throws {
        for seed in Seeds.make(300) {
            var writer = Writer(random: SeededGenerator(seed: seed))
            let model = writer.value(depth: 0)
            let text = writer.write(model)
            expect(try JSONText(Data(text.utf8)), is: model, "FLUX_SEED=\(seed)")
        }
    }

    /// The model with another value at a path of names.
    private func setting(_ path: ArraySlice<String>, to value: Model, in model: Model?) -> Model {
        guard let name = path.first else { return value }
        guard case .object(var members)? = model else {
            return .object([(name, setting(path.dropFirst(), to: value, in: nil))])
        }
        let index = members.firstIndex { $0.0.utf8.elementsEqual(name.utf8) }
        let new = setting(path.dropFirst(), to: value, in: index.map { members[$0].1 })
        if let index { members[index].1 = new } else { members.insert((name, new), at: 0) }
        return .object(members)
    }

    @Test func randomMembersAreSetAndTheOthersStay() throws {
        for seed in Seeds.make(300) {
            var writer = Writer(random: SeededGenerator(seed: seed))
            guard case .object(let members) = writer.value(depth: 0) else { continue }
            var path: [String] = []
            var level: Model? = .object(members)
            while case .object(let members)? = level, path.isEmpty || writer.random.chance(60) {
                let isNew = members.isEmpty || writer.random.chance(30)
                let member =
                    isNew ? ("new" + writer.text(), nil) : members[writer.random.number(below: members.count)]
                path.append(member.0)
                level = member.1
            }
            if case .literal("null")? = level { path.append("below") }
            let value = writer.value(depth: 4)
            let body = try JSONText(Data(writer.write(.object(members)).utf8))
            let set = try JSONText(body.setting(JSONPath(steps: path), to: writer.write(value)))
            expect(
                set, is: setting(path[...], to: value, in: .object(members)), "FLUX_SEED=\(seed) \(path)")
        }
    }

    /// Damaged bodies are refused, or read without a trap; a decoder reads each value of what is accepted,
    /// too.
    @Test func damagedBodiesAreRefusedOrRead() throws {
        for seed in Seeds.make(1000) {
            var writer = Writer(random: SeededGenerator(seed: seed))
            var bytes = Array(writer.write(writer.value(depth: 0)).utf8)
            for _ in 0...writer.random.number(below: 3) where !bytes.isEmpty {
                let place = writer.random.number(below: bytes.count)
                switch writer.random.number(below: 3) {
                case 0: bytes[place] = UInt8(writer.random.number(below: 256))
                case 1: bytes.remove(at: place)
                default: bytes.insert(Array("[]{},:\"\\0e".utf8)[writer.random.number(below: 10)], at: place)
                }
            }
            guard let body = try? JSONText(Data(bytes)) else { continue }
            for value in body.elements + body.members.map(\.value) {
                _ = value.elements.count + value.members.count
            }
            let values = body.withBytes { String(decoding: $0, as: UTF8.self) }
            #expect(!values.unicodeScalars.contains("\u{FFFD}"), "FLUX_SEED=\(seed)")
        }
    }
}
