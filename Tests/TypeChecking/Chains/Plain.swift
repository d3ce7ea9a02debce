import Flux
import Foundation

// What tutorials and documentation show.

func prefixesAndSuffixes(_ subject: PassthroughSubject<String, Never>) -> AnyCancellable {
    subject.prepend("b").prepend(["a", "c"]).append("z").append(Just("end")).prepend([])
        .sink { print($0) }
}

func numbers(_ input: AnyPublisher<Int, Never>) -> AnyPublisher<[Int], Never> {
    input
        .prepend(1, 2, 3)
        .append(4, 5)
        .append([6, 7])
        .append(Just(8))
        .map { $0 * 2 + 1 }
        .filter { $0 % 3 != 0 }
        .collect(2)
        .eraseToAnyPublisher()
}

func fizzBuzz() -> AnyCancellable {
    (1...100).publisher
        .map { $0 % 15 == 0 ? "FizzBuzz" : $0 % 5 == 0 ? "Buzz" : $0 % 3 == 0 ? "Fizz" : "\($0)" }
        .collect(10)
        .map { $0.joined(separator: " ") }
        .sink { print($0) }
}

func sumOfSquares() -> AnyCancellable {
    [1, 2, 3, 4].publisher
        .map { $0 * $0 }
        .reduce(0, +)
        .sink { print($0) }
}

func triedNumbers() -> AnyCancellable {
    ["1", "2", "x"].publisher
        .tryMap { try parse($0) }
        .catch { _ in Just(-1) }
        .sink { print($0) }
}

func wordsOfLines(_ lines: AnyPublisher<String, Never>) -> AnyPublisher<[String: Int], Never> {
    lines
        .flatMap { $0.split(separator: " ").map(String.init).publisher }
        .map { $0.lowercased().trimmingCharacters(in: .punctuationCharacters) }
        .filter { !$0.isEmpty }
        .reduce([String: Int]()) { counts, word in
            var counts = counts
            counts[word, default: 0] += 1
            return counts
        }
        .eraseToAnyPublisher()
}

func averages(_ values: AnyPublisher<Double, Never>) -> AnyPublisher<Double, Never> {
    values
        .scan((0.0, 0)) { ($0.0 + $1, $0.1 + 1) }
        .map { $0.0 / Double($0.1) }
        .eraseToAnyPublisher()
}

func slices(_ values: AnyPublisher<Int, Never>) -> AnyPublisher<Int?, Never> {
    values
        .drop { $0 < 10 }
        .prefix { $0 < 100 }
        .dropFirst(2)
        .output(in: 1..<5)
        .map { $0.isMultiple(of: 2) ? $0 : nil }
        .eraseToAnyPublisher()
}

func predicates(_ values: AnyPublisher<Int, Never>) -> AnyPublisher<Bool, Never> {
    values.contains { $0 > 3 }
        .merge(with: values.allSatisfy { $0 < 100 }, values.contains(7))
        .eraseToAnyPublisher()
}

func firsts(_ values: AnyPublisher<Int, Never>) -> AnyPublisher<Int, Never> {
    values.first { $0 > 3 }
        .merge(with: values.last { $0 < 100 }, values.first(), values.max(), values.min { $0 > $1 })
        .eraseToAnyPublisher()
}

func parsedLines(_ lines: AnyPublisher<String, Never>) -> AnyPublisher<(String, Double), any Error> {
    lines
        .map { $0.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } }
        .tryMap { fields in
            guard fields.count == 2, let value = Double(fields[1]) else { throw APIError.decoding }
            return (fields[0], value)
        }
        .eraseToAnyPublisher()
}

func sequenceOfSteps() -> AnyCancellable {
    Just("start")
        .append(Just("load").delay(for: .seconds(1), scheduler: DispatchQueue.main))
        .append(Just("end"))
        .prepend("hello")
        .collect()
        .map { $0.enumerated().map { "\($0.offset + 1). \($0.element)" }.joined(separator: "\n") }
        .sink { print($0) }
}

func multicastToTwo(_ values: AnyPublisher<Int, Never>) -> [AnyCancellable] {
    let shared = values.map { $0 * 2 }.share()
    return [
        shared.filter { $0 > 10 }.sink { print("large \($0)") },
        shared.map { "\($0)" }.removeDuplicates().sink { print($0) },
    ]
}
