import Foundation

extension URL {
    /// Returns the URL with a query parameter set, replacing any of that name.
    ///
    /// All but letters, digits and `-._~` is percent-encoded, also the plus sign, which many servers read as a space.
    func setting(_ name: String, to value: some CustomStringConvertible) -> URL {
        guard var components = URLComponents(url: self, resolvingAgainstBaseURL: true),
            let encodedName = name.encodedForQuery, let encodedValue = value.description.encodedForQuery
        else { return self }
        var items = components.percentEncodedQueryItems ?? []
        items.removeAll { $0.name.removingPercentEncoding == name }
        items.append(URLQueryItem(name: encodedName, value: encodedValue))
        components.percentEncodedQueryItems = items
        return components.url ?? self
    }

    /// Returns the number of a query parameter, from zero to a billion.
    func number(inQuery name: String) -> Int? {
        let items = URLComponents(url: self, resolvingAgainstBaseURL: true)?.queryItems
        guard let text = items?.last(where: { $0.name == name })?.value, let number = Int(text),
            0...1_000_000_000 ~= number
        else { return nil }
        return number
    }
}

extension String {
    fileprivate var encodedForQuery: String? {
        addingPercentEncoding(
            withAllowedCharacters: CharacterSet(
                charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"))
    }
}
