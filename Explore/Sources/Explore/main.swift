// Explores the interleavings of threads in Streams, loads, images and list sessions: see `.ci/explore`.

import Explorer
import Foundation

let options = try Options(CommandLine.arguments.dropFirst())
exit(Run(options).run() ? 0 : 1)
