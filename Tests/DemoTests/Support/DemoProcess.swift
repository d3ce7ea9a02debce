import Flux
import Foundation

/// A run of the built executable.
struct DemoProcess: Sendable {
    let status: Int32
    let output: String
    let errors: String

    private static let starting = Locked(())

    /// Runs the executable beside the tests to its end.
    ///
    /// - Parameters:
    ///   - arguments: The command line.
    ///   - environment: Variables beside those of the tests.
    ///   - input: The file of standard input; by default that of the tests.
    ///   - output: The file for standard output; by default it is collected.
    ///   - errors: The file for standard error; by default it is collected.
    ///   - script: A command of a shell that runs the executable `"$0"` with the arguments `"$@"`.
    ///   - running: Called with the running process, which is killed if the test is cancelled, as at its
    ///     time limit.
    static func run(
        _ arguments: [String], environment: [String: String] = [:], input: FileHandle? = nil,
        output outputFile: FileHandle? = nil, errors errorFile: FileHandle? = nil, script: String? = nil,
        while running: @escaping @Sendable (Process) async -> Void = { _ in }
    ) async throws -> DemoProcess {
        let folder = FileManager.default.temporaryDirectory.appending(path: "demo-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (output, errors) = (folder.appending(path: "output"), folder.appending(path: "errors"))
        for file in [output, errors] { try Data().write(to: file) }

        let process = Process()
        let executable = Bundle.main.bundleURL.appending(path: "Demo")
        process.executableURL = script == nil ? executable : URL(filePath: "/bin/sh")
        process.arguments = (script.map { ["-c", $0, executable.path()] } ?? []) + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        if let input { process.standardInput = input }
        process.standardOutput = try outputFile ?? FileHandle(forWritingTo: output)
        process.standardError = try errorFile ?? FileHandle(forWritingTo: errors)
        var observation: Task<Void, Never>?
        let status: Int32 = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
                do {
                    // Foundation on Linux crashes when processes are started at the same time.
                    try starting.withLock { _ in try process.run() }
                    observation = Task { await running(process) }
                } catch {
                    process.terminationHandler = nil
                    continuation.resume(throwing: error)
                }
            }
        } onCancel: {
            if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        }
        // It may have more to read.
        await observation?.value
        return DemoProcess(
            status: status, output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
            errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
    }
}
