import Foundation

// Addresses without their secrets, for what is written to a disk.
extension URL {
    /// Returns the address with an ellipsis in place of each secret that the address of its list has as well,
    /// by the rules of ``redacted``. An address to which the credentials of the list are not sent stays as it
    /// is.
    ///
    /// - Parameter home: The address of the list.
    package func leavingOutSecrets(of home: URL) -> URL {
        let secrets = home.secretParameters
        guard !secrets.isEmpty, sharesCredentials(of: home) else { return self }
        return replacingSecrets { parameter, index in
            secrets.parameter(parameter.name, at: index)?.isSameValue(as: parameter) == true
                ? String.leftOut : nil
        }
    }

    /// The address with an ellipsis in place of each secret.
    package var leavingOutAllSecrets: URL { replacingSecrets { _, _ in String.leftOut } }

    /// Returns the address with the secrets that ``leavingOutSecrets(of:)`` has left out.
    package func addingSecrets(of home: URL) -> URL {
        guard absoluteString.contains(String.leftOut), sharesCredentials(of: home) else { return self }
        let secrets = home.secretParameters
        return replacingSecrets { parameter, index in
            parameter.value == String.leftOut
                ? secrets.parameter(parameter.name, at: index).map { String($0.value) } : nil
        }
    }

    /// Returns the address with the secrets that ``leavingOutSecrets(of:)`` has left out. Also adds the keys
    /// and tokens for the API that the query of the list has and the address lacks: some servers leave them
    /// out of the address of a next page. Other parameters with the name of a secret may be filters, which
    /// the server may refuse there.
    package func addingCredentials(of home: URL) -> URL {
        let url = addingSecrets(of: home)
        guard let query = home.query(percentEncoded: true), sharesCredentials(of: home) else { return url }
        let names = Set(url.absoluteString.addressParameters.map { $0.name.lowercased() })
        let missing = "?\(query)".addressParameters.filter {
            $0.isCredential && !names.contains($0.name.lowercased())
        }
        guard !missing.isEmpty, var components = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
            return url
        }
        let given = components.percentEncodedQuery.map { $0.isEmpty ? [] : [$0] } ?? []
        components.percentEncodedQuery = (given + missing.map { String($0.text) }).joined(separator: "&")
        return components.url ?? url
    }

    /// Returns the address with an ellipsis in place of some texts, but for the values of parameters that are
    /// named as secrets are.
    func leavingOut(_ values: [String]) -> URL {
        guard var components = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return self }
        func rest(of text: String) -> String {
            values.reduce(text) { $0.replacing($1, with: String.leftOut) }
        }
        components.percentEncodedPath = rest(of: components.percentEncodedPath)
        components.percentEncodedFragment = components.percentEncodedFragment.map(rest)
        components.percentEncodedQueryItems = components.percentEncodedQueryItems?.map { item in
            item.name.namesSecret
                ? item : URLQueryItem(name: rest(of: item.name), value: item.value.map(rest))
        }
        return components.url ?? self
    }

    /// The values of the parameters that are named as secrets are, as they are written and decoded, and the
    /// password.
    var secretValues: [String] {
        let password = password(percentEncoded: true).map { [$0, $0.removingPercentEncoding ?? $0] }
        return absoluteString.addressParameters.secretValues + (password ?? [])
    }

    private func sharesCredentials(of home: URL) -> Bool {
        URLOrigin(home)?.shares(credentialsWith: URLOrigin(self)) == true
    }

    /// The parameters that are named as secrets are, by name.
    private var secretParameters: [String: [AddressParameter]] {
        Dictionary(grouping: absoluteString.addressParameters.filter(\.isSecret), by: \.name)
    }

    /// - Parameter value: Returns what replaces a parameter, which has a number among those of its name.
    private func replacingSecrets(_ value: (AddressParameter, Int) -> String?) -> URL {
        var text = absoluteString
        var counts: [String: Int] = [:]
        let secrets = text.addressParameters.filter(\.isSecret).map { parameter in
            defer { counts[parameter.name, default: 0] += 1 }
            return (parameter, counts[parameter.name, default: 0])
        }
        // From the end, so that the ranges before stay.
        for (parameter, index) in secrets.reversed() {
            guard let value = value(parameter, index) else { continue }
            text.replaceSubrange(parameter.value.startIndex..<parameter.value.endIndex, with: value)
        }
        return URL(string: text, encodingInvalidCharacters: false) ?? self
    }
}

extension [String: [AddressParameter]] {
    /// The parameter with a number among those of a name, or the last of them.
    fileprivate func parameter(_ name: String, at index: Int) -> AddressParameter? {
        self[name].map { $0[Swift.min(index, $0.count - 1)] }
    }
}

extension String {
    /// The name of a secret in an address that is written in full: that of a parameter, or `password`; `nil`
    /// if there is none.
    package var nameOfSecret: String? {
        guard contains("://") else { return nil }
        if let parameter = addressParameters.first(where: { $0.isSecret && $0.value != String.leftOut }) {
            return parameter.name
        }
        return hasUserInfo ? "password" : nil
    }

    /// The values of the parameters of a form that are named as secrets are, as they are written and decoded.
    /// Not those that name something: see ``mayBeSecret(as:)``.
    var secretValuesOfForm: [String] {
        "?\(self)".addressParameters.filter { $0.value.mayBeSecret(as: $0.name) }.secretValues
    }

    /// Stands for a secret: a percent-encoded ellipsis.
    fileprivate static let leftOut = "%E2%80%A6"

    private var hasUserInfo: Bool {
        guard let slashes = range(of: "://") else { return false }
        return self[slashes.upperBound...].prefix { !"/?#".contains($0) }.contains("@")
    }

    /// The parameters of the query and the fragment, if this is an address.
    fileprivate var addressParameters: [AddressParameter] {
        guard let marks = firstIndex(where: { $0 == "?" || $0 == "#" }) else { return [] }
        return self[marks...].split { "?#&".contains($0) }.compactMap(AddressParameter.init)
    }
}

extension StringProtocol {
    /// Whether this may be a secret that has the name of one. Such as `"key": "color"` or `"code": "all"` in
    /// a body it is the name of something, which a message must keep.
    func mayBeSecret(as name: String) -> Bool {
        guard utf8.count < 16, Substring(self).wholeMatch(of: /[a-z]+([_.-][a-z]+)*/) != nil else {
            return true
        }
        let plain = name.lowercased().filter { $0.isLetter || $0.isNumber }
        if plain.hasSuffix("key") { return AddressParameter.credentials.contains(plain) }
        return plain != "code" && plain != "auth"
    }
}

extension [AddressParameter] {
    /// The values of those that are named as secrets are, as they are written and decoded.
    fileprivate var secretValues: [String] {
        let written = filter(\.isSecret).map { String($0.value) }
        return written + written.compactMap(\.removingPercentEncoding)
            + written.compactMap { $0.replacing("+", with: " ").removingPercentEncoding }
    }
}

/// A parameter of an address, as it is written there.
private struct AddressParameter {
    /// The parameter as it is written.
    let text: Substring
    /// Not encoded.
    let name: String
    let value: Substring

    /// - Parameter text: A name, an equals sign and a value; `nil` without a value.
    init?(_ text: Substring) {
        guard let sign = text.firstIndex(of: "="), text.index(after: sign) < text.endIndex else { return nil }
        self.text = text
        name = text[..<sign].removingPercentEncoding ?? String(text[..<sign])
        value = text[text.index(after: sign)...]
    }

    var isSecret: Bool { name.namesSecret }

    /// Whether this is a key or a token for an API, by its name.
    var isCredential: Bool {
        let plain = name.lowercased().filter { $0.isLetter || $0.isNumber }
        return plain == "key" ? !isName : Self.credentials.contains(plain)
    }

    /// Whether the value of a `key` is the name of something, such as `color`, and not that of an account.
    private var isName: Bool { value.count < 16 && value.wholeMatch(of: /[a-z]+([_.-]?[a-z0-9]+)*/) != nil }

    static let credentials: Set = [
        "apikey", "xapikey", "accesskey", "appkey", "applicationkey", "clientkey", "consumerkey", "devkey",
        "developerkey", "licensekey", "partnerkey", "secretkey", "subscriptionkey", "userkey", "apisecret",
        "appsecret", "clientsecret", "secret", "token", "accesstoken", "apitoken", "apptoken", "authtoken",
        "oauthtoken", "usertoken", "jwt", "auth", "authorization", "password",
    ]

    func isSameValue(as other: AddressParameter) -> Bool {
        value == other.value
            || value.removingPercentEncoding.map { $0 == other.value.removingPercentEncoding } ?? false
    }
}
