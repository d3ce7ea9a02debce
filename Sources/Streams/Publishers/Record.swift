/// Sends a recorded series of values, then its recorded end.
///
/// Like a sequence it looks one value ahead: it ends together with the last value demanded, and a recording
/// without values ends with no demand. The semantics are Combine's.
public struct Record<Output: Sendable, Failure: Error>: Publisher {
    /// What every subscriber gets.
    public let recording: Recording

    /// Makes a publisher of a recording that a closure writes.
    ///
    /// - Parameter record: Writes the recording; called once, at once.
    public init(record: (inout Recording) -> Void) {
        var recording = Recording()
        record(&recording)
        self.init(recording: recording)
    }

    /// Makes a publisher of a recording.
    ///
    /// - Parameter recording: What every subscriber gets.
    @inlinable
    public init(recording: Recording) {
        self.recording = recording
    }

    /// Makes a publisher of values and an end.
    ///
    /// - Parameters:
    ///   - output: The values that every subscriber gets.
    ///   - completion: How the stream ends after them.
    @inlinable
    public init(output: [Output], completion: Subscribers.Completion<Failure>) {
        self.init(recording: Recording(output: output, completion: completion))
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        send(recording.output, then: recording.completion, to: subscriber)
    }
}

extension Record {
    /// A series of values and an end.
    public struct Recording: Sendable {
        /// The kind of values recorded.
        public typealias Input = Output

        /// The values recorded so far.
        public private(set) var output: [Output]

        /// The recorded end; a recording that has none yet finishes.
        public private(set) var completion: Subscribers.Completion<Failure>

        private var isOpen: Bool

        /// Makes a recording without values.
        public init() {
            self.init(output: [], completion: .finished, isOpen: true)
        }

        /// Makes a finished recording.
        ///
        /// - Parameters:
        ///   - output: The values.
        ///   - completion: How the stream ends after them.
        public init(output: [Output], completion: Subscribers.Completion<Failure> = .finished) {
            self.init(output: output, completion: completion, isOpen: false)
        }

        private init(output: [Output], completion: Subscribers.Completion<Failure>, isOpen: Bool) {
            self.output = output
            self.completion = completion
            self.isOpen = isOpen
        }

        /// Records a value; after the end that is a programmer's error.
        public mutating func receive(_ input: Input) {
            precondition(isOpen, "A recording takes no value after its end.")
            output.append(input)
        }

        /// Records the end; a second end is a programmer's error.
        public mutating func receive(completion: Subscribers.Completion<Failure>) {
            precondition(isOpen, "A recording ends once.")
            self.completion = completion
            isOpen = false
        }
    }
}

extension Record: Equatable where Output: Equatable, Failure: Equatable {}
extension Record.Recording: Equatable where Output: Equatable, Failure: Equatable {
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.output == rhs.output && lhs.completion == rhs.completion
    }
}

extension Record: Codable where Output: Codable, Failure: Codable {}
extension Record.Recording: Codable where Output: Codable, Failure: Codable {
    private enum CodingKeys: String, CodingKey {
        case output, completion
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            output: try values.decode([Output].self, forKey: .output),
            completion: try values.decode(Subscribers.Completion<Failure>.self, forKey: .completion))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(output, forKey: .output)
        try values.encode(completion, forKey: .completion)
    }
}
