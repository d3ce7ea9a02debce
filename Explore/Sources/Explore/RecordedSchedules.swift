import Explorer
import Foundation

/// The schedules with which programs had a fault once, as `schedules.txt` has them: lines with the name of a
/// program, the schedule and what was wrong, with a tab between them. Lines that begin with `#` say what the
/// file is.
struct RecordedSchedules {
    struct Entry {
        var program: Program
        var schedule: Schedule
        /// What was wrong.
        var fault: String
    }

    private(set) var entries: [Entry] = []

    /// - Parameters:
    ///   - path: The file.
    ///   - programs: All programs that the file may name.
    init(contentsOf path: String, of programs: [Program]) throws {
        let programs = Dictionary(programs.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let lines = try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
        for (index, line) in lines.enumerated() where !line.isEmpty && !line.hasPrefix("#") {
            let place = "\(path):\(index + 1)"
            let fields = line.components(separatedBy: "\t")
            guard fields.count == 3, !fields[2].isEmpty else {
                throw OptionError("\(place): not a program, a schedule and a fault, with a tab between them")
            }
            guard let program = programs[fields[0]] else {
                throw OptionError("\(place): no program is named \"\(fields[0])\"; --list prints the names")
            }
            guard let schedule = Schedule(fields[1]) else {
                throw OptionError("\(place): \"\(fields[1])\" is no schedule, such as a12b3a")
            }
            entries.append(Entry(program: program, schedule: schedule, fault: fields[2]))
        }
    }
}
