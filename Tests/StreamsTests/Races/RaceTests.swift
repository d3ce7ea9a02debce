import TestSupport
import Testing

/// Two threads act on a stream concurrently.
///
/// Serialized, since each test keeps two threads busy.
@Suite(.serialized, .prompt, .timeLimit(.minutes(1))) enum RaceTests {}
