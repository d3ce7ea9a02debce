import Testing

/// Runs the tests, as `swift test` does.
@main
struct Runner {
    static func main() async {
        await Testing.__swiftPMEntryPoint() as Never
    }
}
