import TestSupport
import Testing

/// Two threads do two things to a stream at the same moment.
///
/// One after the other, since each test keeps two threads busy.
@Suite(.serialized, .prompt, .timeLimit(.minutes(1))) enum RaceTests {}
