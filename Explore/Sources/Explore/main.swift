// Explores the interleavings of threads in Streams, list sessions, loads and images: see `.ci/explore`.

import Explorer
import Foundation

let options = try Options(CommandLine.arguments.dropFirst())
exit(Run(options).run() ? 0 : 1)
