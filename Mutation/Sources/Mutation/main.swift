// Changes Streams in many small ways and runs its tests against each: see `.ci/mutate`.

import Foundation

let options: Options
do {
    options = try Options(CommandLine.arguments.dropFirst())
} catch {
    FileHandle.standardError.write(Data("\(error); see .ci/mutate\n".utf8))
    exit(2)
}
let root = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)

let allWereCaught = try MutationRun(options: options, package: root).run()
exit(allWereCaught ? 0 : 1)
