// An expression of the standard library alone, by which `.ci/typecheck` tells how fast the compiler is at
// present.
func calibratesLast(_ words: [String]) -> [String: Int] {
    Dictionary(words.map { ($0, $0.count * 2) }, uniquingKeysWith: { $0 + $1 })
        .filter { $0.value > 3 }.mapValues { $0 * 2 }
}
