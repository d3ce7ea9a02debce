/// Sends recorded values, then the recorded completion.
///
/// Like a sequence, it looks one value ahead: it ends together with the last value requested, and a recording
/// without values ends without demand. The semantics are those of Combine.
public struct Record<Output: Sendable, Failure: Error>: Publisher {
    /// The signals that every subscriber receives.
    public let recording: Recording

    /// Creates a publisher of a recording that a closure writes.
    ///
    /// - Parameter record: Writes the recording; called once, synchronously.
    public init(record: (inout Recording) -> Void) {
        var recording = Recording()
        record(&recording)
        self.init(recording: recording)
    }

    /// Creates a publisher of a recording.
    ///
    /// - Parameter recording: The signals that every subscriber receives.
    @export(implementation)
    public init(recording: Recording) {
        self.recording = recording
    }

    /// Creates a publisher of values and a completion.
    ///
    /// - Parameters:
    ///   - output: The values that every subscriber receives.
    ///   - completion: The completion that follows them.
    @export(implementation)
    public init(output: [Output], completion: Subscribers.Completion<Failure>) {
        self.init(recording: Recording(output: output, completion: completion))
    }

    @export(implementation)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        send(recording.output, then: recording.completion, to: subscriber)
    }
}

extension Record {
    /// A series of values and a completion.
    public struct Recording: Sendable {
        /// The type of values recorded.
        public typealias Input = Output

        /// The values recorded so far.
        public private(set) var output: [Output]

        /// The recorded completion; `.finished` if none has been recorded.
        public private(set) var completion: Subscribers.Completion<Failure>

        private var isOpen: Bool

        /// Creates a recording without values.
        public init() {
            self.init(output: [], completion: .finished, isOpen: true)
        }

        /// Creates a finished recording.
        ///
        /// - Parameters:
        ///   - output: The values.
        ///   - completion: The completion that follows them.
        public init(output: [Output], completion: Subscribers.Completion<Failure> = .finished) {
            self.init(output: output, completion: completion, isOpen: false)
        }

        private init(output: [Output], completion: Subscribers.Completion<Failure>, isOpen: Bool) {
            self.output = output
            self.completion = completion
            self.isOpen = isOpen
        }

        /// Records a value. Do not call this after recording a completion.
        public mutating func receive(_ input: Input) {
            precondition(isOpen, "A value was recorded after the completion.")
            output.append(input)
        }

        /// Records the completion. Call this at most once.
        public mutating func receive(completion: Subscribers.Completion<Failure>) {
            precondition(isOpen, "A completion was recorded twice.")
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
