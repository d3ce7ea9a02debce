import Foundation

/// What the command line asks for.
struct Options {
    var seed: UInt64 = .random(in: 1...999_999)
    var count = 300
    /// The beginnings of the paths, within `Sources/Streams`, that mutants are made of; all, if empty.
    var paths: [String] = []
    var onlyLists = false
    var onlyBuilds = false
    /// Whether the interleavings of threads are explored, in place of the tests.
    var explores = false
    /// A part of the names of the programs that explore; all programs, if empty.
    var programs = ""
    /// How long they explore a mutant, in seconds; by default first briefly, then for longer.
    var seconds: Int?
    /// Whether the faults of `Mutation/planted.txt` are explored, in place of mutants.
    var plants = false
    /// Which of the mutants to run; all, if empty.
    var numbers: Set<Int> = []

    init(_ arguments: some Sequence<String>) throws {
        var iterator = arguments.makeIterator()
        while let option = iterator.next() {
            if option == "--list" {
                onlyLists = true
                continue
            }
            if option == "--build" {
                onlyBuilds = true
                continue
            }
            if option == "--explore" {
                explores = true
                continue
            }
            if option == "--planted" {
                plants = true
                explores = true
                continue
            }
            let value = iterator.next()
            switch option {
            case "--seed": seed = try Self.number(value, of: option)
            case "--count": count = try Self.number(value, of: option)
            case "--numbers": numbers = Set((value ?? "").split(separator: ",").compactMap { Int($0) })
            case "--programs": programs = value ?? ""
            case "--seconds": seconds = try Self.number(value, of: option)
            case "--only" where value != nil: paths.append(value ?? "")
            default: throw MutationError("unknown option or no value: \(option)")
            }
        }
    }

    private static func number<Number: FixedWidthInteger>(_ text: String?, of option: String) throws -> Number
    {
        guard let number = text.flatMap({ Number($0) }) else {
            throw MutationError("\(option) takes a number")
        }
        return number
    }
}
