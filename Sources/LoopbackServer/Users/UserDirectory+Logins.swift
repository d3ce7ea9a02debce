extension UserDirectory {
    /// Returns a plausible, unique login.
    ///
    /// The step is coprime to the number of pairs, so every pair is used once before the first is used again,
    /// then with a number appended.
    func login(at index: Int) -> String {
        let pairs = Self.firstNames.count * Self.lastNames.count
        let pair = index % pairs * 659 % pairs
        let first = Self.firstNames[pair % Self.firstNames.count]
        let last = Self.lastNames[pair / Self.firstNames.count]
        let round = index / pairs
        return Self.join(first, last, style: index % 4) + (round == 0 ? "" : "\(round + 1)")
    }

    private static func join(_ first: String, _ last: String, style: Int) -> String {
        switch style {
        case 0: "\(first)-\(last)"
        case 1: "\(first)\(last)"
        case 2: "\(last)-\(first)"
        default: "\(last)\(first)"
        }
    }

    private static let firstNames = [
        "ada", "aiko", "amara", "anton", "bea", "bruno", "carmen", "chidi", "dalia", "dmitri",
        "elif", "emeka", "farah", "felix", "grace", "hana", "hugo", "ines", "ivan", "jamal",
        "june", "kofi", "lena", "luca", "mara", "mateo", "mina", "nadia", "noor", "olga",
        "omar", "pia", "quinn", "rosa", "samir", "sofia", "tariq", "uma", "viktor", "yara",
    ]

    private static let lastNames = [
        "abara", "alvarez", "baker", "bergman", "castro", "chen", "dubois", "eklund", "farouk", "fischer",
        "garcia", "haddad", "hopper", "ibarra", "jansen", "kaya", "kimura", "kowalski", "larsen", "lopez",
        "marin", "mbeki", "nakamura", "novak", "okafor", "olsen", "patel", "petrov", "quist", "rossi",
        "santos", "silva", "tanaka", "torres", "ueda", "varga", "weber", "wright", "yilmaz", "zhang",
    ]
}
