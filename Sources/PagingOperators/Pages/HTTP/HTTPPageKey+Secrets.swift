import Foundation

extension HTTPPageKey.Position {
    /// The same position without the secrets that the address of the list has.
    func leavingOutSecrets(of home: URL) -> Self {
        guard case .address(let url) = self else { return self }
        return .address(url.leavingOutSecrets(of: home))
    }

    /// The position as it is encoded: a failure needs no secrets of addresses.
    fileprivate var encoded: Self {
        guard case .failure(let failure, let url, let suggestions, let page) = self else { return self }
        return .failure(
            failure.leavingOutSecrets, at: url.leavingOutAllSecrets, suggestions: suggestions, after: page)
    }
}

extension HTTPPageKey: Codable {
    private enum CodingKeys: CodingKey {
        case position, plan, itemsBefore, trail, isPrevious
    }

    /// Reads a key.
    ///
    /// - Throws: `DecodingError.dataCorrupted` if a number is none that a list may have.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        position = try fields.decode(Position.self, forKey: .position)
        plan = try fields.decodeIfPresent(PagePlan.self, forKey: .plan)
        itemsBefore = try fields.decodeIfPresent(.counts, forKey: .itemsBefore)
        trail = try fields.decode(PageTrail.self, forKey: .trail)
        isPrevious = try fields.decode(Bool.self, forKey: .isPrevious)
        let parts: [(CodingKeys, isValid: Bool)] = [
            (.position, position.isValid), (.plan, plan?.isValid ?? true), (.trail, trail.isValid),
        ]
        for (key, isValid) in parts where !isValid {
            throw fields.failure(of: key, "It has a number that no list has.")
        }
    }

    /// Encodes the key.
    ///
    /// - Throws: An error that names the parameter if an address has a secret that the source cannot add
    ///   again.
    public func encode(to encoder: any Encoder) throws {
        if let name = nameOfSecret { throw UnstorableSecret(name: name) }
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(position.encoded, forKey: .position)
        try fields.encodeIfPresent(plan, forKey: .plan)
        try fields.encodeIfPresent(itemsBefore, forKey: .itemsBefore)
        try fields.encode(trail, forKey: .trail)
        try fields.encode(isPrevious, forKey: .isPrevious)
    }

    /// The name of a secret in one of the texts that are encoded.
    private var nameOfSecret: String? {
        let text =
            switch position {
            case .address(let url): url.absoluteString
            case .cursor(let token), .after(let token), .before(let token): token.text
            case .number, .offset, .failure: ""
            }
        return text.nameOfSecret ?? plan?.base?.absoluteString.nameOfSecret
    }
}

extension HTTPPageError.NextPageFailure {
    fileprivate var leavingOutSecrets: Self {
        switch self {
        case .otherOrigin(let url): .otherOrigin(url.leavingOutAllSecrets)
        case .insecure(let url): .insecure(url.leavingOutAllSecrets)
        case .malformed(let description): .malformed(description: description.redactingSecrets)
        case .missing, .repeated, .incomplete, .inBody, .empty: self
        }
    }
}
