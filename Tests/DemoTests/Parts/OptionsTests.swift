import Testing

@testable import Demo

struct OptionsTests {
    @Test func hasDefaults() throws {
        let options = try Options()
        #expect(options.users == 95)
        #expect(options.perPage == 30)
        #expect(options.threshold == 5)
        #expect(options.source == .keyset)
        #expect(options.hasFaults)
        #expect(!options.asJSON)
        #expect(!options.showsHelp)
    }

    @Test func readsEachOption() throws {
        let arguments = ["--users", "7", "--per-page", "3", "--threshold", "0", "--no-faults", "--json"]
        let options = try Options(arguments)
        #expect(options.users == 7)
        #expect(options.perPage == 3)
        #expect(options.threshold == 0)
        #expect(!options.hasFaults)
        #expect(options.asJSON)
        #expect(try Options(["--users", "0"]).users == 0)
    }

    @Test(arguments: Options.Source.allCases)
    func readsTheSource(source: Options.Source) throws {
        #expect(try Options(["--source", source.rawValue]).source == source)
    }

    @Test(arguments: ["--help", "-h"])
    func readsTheWishForHelp(option: String) throws {
        #expect(try Options([option]).showsHelp)
    }

    @Test func theLastOfAnOptionThatIsGivenTwiceCounts() throws {
        #expect(try Options(["--users", "1", "--users", "2"]).users == 2)
    }

    @Test(arguments: [
        (["--bogus"], "unknown option '--bogus'"),
        (["95"], "unknown option '95'"),
        ([""], "unknown option ''"),
        (["--users"], "--users needs a value"),
        (["--per-page"], "--per-page needs a value"),
        (["--threshold"], "--threshold needs a value"),
        (["--json", "--source"], "--source needs a value"),
        (["--users", "-1"], "--users takes a whole number from 0 to 1000000, not '-1'"),
        (["--users", "ten"], "--users takes a whole number from 0 to 1000000, not 'ten'"),
        (["--users", "1.5"], "--users takes a whole number from 0 to 1000000, not '1.5'"),
        (["--users", "--json"], "--users takes a whole number from 0 to 1000000, not '--json'"),
        (["--per-page", "0"], "--per-page takes a whole number from 1 to 1000000, not '0'"),
        (["--threshold", "-1"], "--threshold takes a whole number from 0 to 1000000, not '-1'"),
        (["--threshold", ""], "--threshold takes a whole number from 0 to 1000000, not ''"),
        (["--source", "magic"], "--source takes one of keyset, offset, page, cursor, not 'magic'"),
        (["--source", "Keyset"], "--source takes one of keyset, offset, page, cursor, not 'Keyset'"),
    ])
    func saysInOneLineWhatMakesNoSense(arguments: [String], complaint: String) {
        let error = #expect(throws: UsageError.self) { try Options(arguments) }
        #expect(error?.description == "Demo: \(complaint); see --help")
    }

    /// Numbers that no sum or product in the demo bears would end it with a trap.
    @Test(arguments: ["--users", "--per-page", "--threshold"], ["1000001", "9223372036854775807"])
    func refusesNumbersThatAreTooLarge(option: String, number: String) throws {
        #expect(throws: UsageError.self) { try Options([option, number]) }
        _ = try Options([option, "1000000"])
    }

    @Test func theHelpTellsOfEachOptionAndItsDefault() throws {
        for option in [
            "--users N", "--per-page N", "--threshold N", "--source KIND", "--no-faults", "--json", "--help",
        ] {
            #expect(Options.help.contains("\n  \(option) "))
        }
        let options = try Options()
        for number in [options.users, options.perPage, options.threshold] {
            #expect(Options.help.contains("(\(number))"))
        }
        #expect(Options.help.contains("(\(options.source.rawValue))"))
        for source in Options.Source.allCases { #expect(Options.help.contains(source.rawValue)) }
    }
}
