/// What the command line asks for.
struct Options {
    var seconds = 60.0
    /// The name of the program to run, or the beginning of the names of several.
    var only = ""
    var replay: String?
    var bounds = [2, 3]
    var seed: UInt64 = 1
    var lists = false
    var isTerse = false
    /// The file of the ends that the programs have when their operations follow one another.
    var ends: String?
    /// Whether that file is written.
    var recordsEnds = false
    /// The file of the schedules that are run first.
    var schedules: String?
    /// Which part of the programs, of how many.
    var part = (0, 1)

    init(_ arguments: some Sequence<String>) throws {
        var iterator = arguments.makeIterator()
        while let argument = iterator.next() {
            switch argument {
            case "--only": only = iterator.next() ?? ""
            case "--replay": replay = iterator.next()
            case "--bound": bounds = (iterator.next() ?? "").split(separator: ",").compactMap { Int($0) }
            case "--seed": seed = try number(iterator.next(), of: argument)
            case "--list": lists = true
            case "--terse": isTerse = true
            case "--ends": ends = iterator.next()
            case "--schedules": schedules = iterator.next()
            case "--record": recordsEnds = true
            case "--part":
                let numbers = (iterator.next() ?? "").split(separator: "/").compactMap { Int($0) }
                guard numbers.count == 2, numbers[1] > 0 else { throw OptionError("--part takes 0/2") }
                part = (numbers[0], numbers[1])
            default: seconds = try number(argument, of: "the time")
            }
        }
    }

    private func number<Number: LosslessStringConvertible>(
        _ text: String?, of option: String
    ) throws -> Number {
        guard let number = text.flatMap({ Number($0) }) else {
            throw OptionError("no number for \(option): \(text ?? "")")
        }
        return number
    }
}

struct OptionError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
