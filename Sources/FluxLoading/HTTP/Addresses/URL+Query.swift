import Foundation

extension URL {
    /// Returns the URL with a query parameter set, replacing any of that name. The other parameters stay as
    /// they are.
    ///
    /// All but letters, digits and `-._~` is percent-encoded, also the plus sign, which many servers read as
    /// a space.
    ///
    /// - Parameters:
    ///   - name: The name of the parameter, not encoded.
    ///   - value: Its value, not encoded.
    package func settingQuery(_ name: String, to value: some CustomStringConvertible) -> URL {
        guard var components = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return self }
        var items = components.percentEncodedQueryItems ?? []
        let item = URLQueryItem(name: name.encodedForQuery, value: value.description.encodedForQuery)
        let place = items.firstIndex { $0.hasName(name) } ?? items.endIndex
        items.removeAll { $0.hasName(name) }
        items.insert(item, at: min(place, items.endIndex))
        components.percentEncodedQueryItems = items
        return components.url ?? self
    }

    /// Returns the URL without a query parameter.
    package func removingQuery(_ name: String) -> URL {
        guard var components = URLComponents(url: self, resolvingAgainstBaseURL: true),
            let items = components.percentEncodedQueryItems
        else { return self }
        let kept = items.filter { !$0.hasName(name) }
        components.percentEncodedQueryItems = kept.isEmpty ? nil : kept
        return components.url ?? self
    }

    /// The names of the query parameters, in order, each once.
    package var queryNames: [String] {
        var names: Set<String> = []
        return (URLComponents(url: self, resolvingAgainstBaseURL: true)?.queryItems ?? []).map(\.name)
            .filter { names.insert($0).inserted }
    }

    /// Returns the value of a query parameter; the last, if there are several of the name.
    package func queryValue(_ name: String) -> String? {
        URLComponents(url: self, resolvingAgainstBaseURL: true)?.queryItems?.last { $0.name == name }?.value
    }

    /// Returns the value of a query parameter that is a whole number from zero to 10¹², so that its product
    /// with the number of items of a page does not overflow. Where `Int` has 32 bits, the limit is lower.
    package func queryNumber(_ name: String) -> Int? {
        queryValue(name).flatMap { Int($0) }.flatMap { Self.queryNumbers ~= $0 ? $0 : nil }
    }

    /// The numbers that parameters have.
    package static var queryNumbers: ClosedRange<Int> {
        0...min(Int.max / 16, Int(clamping: 1_000_000_000_000 as Int64))
    }
}

extension URLQueryItem {
    /// Returns whether the percent-encoded name of this item stands for a name.
    fileprivate func hasName(_ other: String) -> Bool {
        // Most names have nothing to decode, which costs more than all else here.
        name.utf8.contains(UInt8(ascii: "%")) ? name.removingPercentEncoding == other : name == other
    }
}

extension String {
    /// The text with all but letters, digits and `-._~` percent-encoded.
    var encodedForQuery: String {
        var result = ""
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return result
    }
}
