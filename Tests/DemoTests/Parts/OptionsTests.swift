import Testing

@testable import Demo

struct OptionsTests {
    @Test func valueMayFollowAnEqualsSign() throws {
        #expect(
            try Options(["--users=12", "--source=page"]) == Options(["--users", "12", "--source", "page"]))
        #expect(
            try Options(["states", "http://h/?a=b", "--id=x"])
                == Options(["--url", "http://h/?a=b", "--id", "x"]))
    }

    @Test func noArgumentsGiveDefaults() throws {
        let options = try Options()
        #expect(options.users == 95)
        #expect(options.perPage == 30)
        #expect(options.threshold == 5)
        #expect(options.source == .keyset)
        #expect(options.trigger == .shown)
        #expect(options.startAt == nil)
        #expect(options.maxRows == nil)
        #expect(options.hasFaults)
        #expect(!options.asJSON)
        #expect(!options.showsHelp)
    }

    @Test func everyOptionIsRead() throws {
        let arguments = ["--users", "7", "--per-page", "3", "--threshold", "0", "--no-faults", "--json"]
        let options = try Options(arguments)
        #expect(options.users == 7)
        #expect(options.perPage == 3)
        #expect(options.threshold == 0)
        #expect(!options.hasFaults)
        #expect(options.asJSON)
        #expect(try Options(["--users", "0"]).users == 0)
        #expect(try Options(["--start-at", "0"]).startAt == 0)
        #expect(try Options(["--max-rows", "1"]).maxRows == 1)
    }

    @Test(arguments: Options.Source.allCases)
    func everySourceIsRead(source: Options.Source) throws {
        #expect(try Options(["--source", source.rawValue]).source == source)
    }

    @Test(arguments: Trigger.Kind.allCases)
    func everyTriggerIsRead(trigger: Trigger.Kind) throws {
        #expect(try Options(["--trigger", trigger.rawValue]).trigger == trigger)
    }

    @Test(arguments: ["--help", "-h"])
    func helpIsRead(option: String) throws {
        #expect(try Options([option]).showsHelp)
    }

    @Test func lastOfARepeatedOptionCounts() throws {
        #expect(try Options(["--users", "1", "--users", "2"]).users == 2)
    }

    @Test(arguments: [
        (["--bogus"], "unknown option '--bogus'"),
        (["95"], "unknown option '95'"),
        ([""], "unknown option ''"),
        (["--users"], "--users requires a value"),
        (["--per-page"], "--per-page requires a value"),
        (["--threshold"], "--threshold requires a value"),
        (["--json", "--source"], "--source requires a value"),
        (["--users", "-1"], "--users takes a whole number from 0 to 1000000, not '-1'"),
        (["--users", "ten"], "--users takes a whole number from 0 to 1000000, not 'ten'"),
        (["--users", "1.5"], "--users takes a whole number from 0 to 1000000, not '1.5'"),
        (["--users", "--json"], "--users takes a whole number from 0 to 1000000, not '--json'"),
        (["--per-page", "0"], "--per-page takes a whole number from 1 to 1000000, not '0'"),
        (["--threshold", "-1"], "--threshold takes a whole number from 0 to 1000000, not '-1'"),
        (["--threshold", ""], "--threshold takes a whole number from 0 to 1000000, not ''"),
        (["--source", "magic"], "--source takes one of keyset, offset, page, cursor, not 'magic'"),
        (["--trigger", "tap"], "--trigger takes one of shown, scrolled, pulled, button, not 'tap'"),
        (["--start-at", "-1"], "--start-at takes a whole number from 0 to 10000000, not '-1'"),
        (["--start-at", "10000001"], "--start-at takes a whole number from 0 to 10000000, not '10000001'"),
        (["--max-rows", "0"], "--max-rows takes a whole number from 1 to 1000000, not '0'"),
        (["--max-rows"], "--max-rows requires a value"),
        (["--source", "Keyset"], "--source takes one of keyset, offset, page, cursor, not 'Keyset'"),
    ])
    func usageErrorIsOneLine(arguments: [String], message: String) {
        let error = #expect(throws: UsageError.self) { try Options(arguments) }
        #expect(error?.description == "Demo: \(message); see --help")
    }

    @Test(arguments: [Options.Source.offset, .page, .cursor])
    func startAtRequiresTheKeysetSource(source: Options.Source) throws {
        let error = #expect(throws: UsageError.self) {
            try Options(["--start-at", "5", "--source", source.rawValue])
        }
        #expect(
            error?.message
                == "--start-at requires --source keyset: other sources cannot start at an id")
        // The order of the options does not matter, nor what a later one has overruled.
        _ = try Options(["--source", source.rawValue, "--start-at", "5", "--source", "keyset"])
    }

    @Test(arguments: [Trigger.Kind.scrolled, .pulled, .button])
    func thresholdRequiresTheShownTrigger(trigger: Trigger.Kind) throws {
        let error = #expect(throws: UsageError.self) {
            try Options(["--threshold", "5", "--trigger", trigger.rawValue])
        }
        #expect(error?.message == "--threshold requires --trigger shown: other triggers send no rows")
    }

    /// Rows in view stay in the list, so that any window works.
    @Test(arguments: Trigger.Kind.allCases)
    func maxRowsHasNoMinimum(trigger: Trigger.Kind) throws {
        #expect(try Options(["--trigger", trigger.rawValue, "--max-rows", "1"]).maxRows == 1)
    }

    /// Numbers that no sum or product in the demo bears would end it with a trap.
    @Test(
        arguments: ["--users", "--per-page", "--threshold", "--max-rows"], ["1000001", "9223372036854775807"])
    func tooLargeNumbersAreRefused(option: String, number: String) throws {
        #expect(throws: UsageError.self) { try Options([option, number]) }
        _ = try Options([option, "1000000"])
    }

    @Test func helpListsEveryOptionAndItsDefault() throws {
        for option in [
            "--users N", "--per-page N", "--threshold N", "--source KIND", "--trigger KIND", "--start-at ID",
            "--max-rows N", "--no-faults", "--verbose", "--json", "--help",
        ] {
            #expect(Options.help.contains("\n  \(option) "))
        }
        let options = try Options()
        for number in [options.users, options.perPage, options.threshold] {
            #expect(Options.help.contains("(\(number))"))
        }
        #expect(Options.help.contains("(\(options.source.rawValue))"))
        #expect(Options.help.contains("(\(options.trigger.rawValue))"))
        for source in Options.Source.allCases { #expect(Options.help.contains(source.rawValue)) }
        for trigger in Trigger.Kind.allCases { #expect(Options.help.contains(trigger.rawValue)) }
    }
}
