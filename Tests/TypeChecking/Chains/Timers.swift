import Flux
import Foundation

// Clocks, polling and countdowns.

func clock() -> AnyCancellable {
    Timer.publish(every: .seconds(1), on: DispatchQueue.main)
        .autoconnect()
        .map { $0.formatted(date: .omitted, time: .standard) }
        .sink { print($0) }
}

func countdown(from start: Int) -> AnyPublisher<Int, Never> {
    Timer.publish(every: .seconds(1), on: DispatchQueue.main)
        .autoconnect()
        .scan(start) { count, _ in count - 1 }
        .prefix { $0 >= 0 }
        .eraseToAnyPublisher()
}

func stopwatch(isRunning: CurrentValueSubject<Bool, Never>) -> AnyPublisher<String, Never> {
    isRunning
        .map { isRunning in
            isRunning
                ? ExtraPublishers.Interval(every: .milliseconds(10), scheduler: DispatchQueue.main)
                    .eraseToAnyPublisher()
                : Empty().eraseToAnyPublisher()
        }
        .switchToLatest()
        .scan(0) { total, _ in total + 1 }
        .map { String(format: "%02d:%02d", $0 / 100, $0 % 100) }
        .eraseToAnyPublisher()
}

func polling(_ service: any UserService, stop: PassthroughSubject<Void, Never>) -> AnyPublisher<[User], Never>
{
    ExtraPublishers.Interval(every: .seconds(30), scheduler: DispatchQueue.main)
        .prepend(0)
        .prefix(untilOutputFrom: stop)
        .flatMap { _ in service.users(matching: "").replaceError(with: []) }
        .removeDuplicates()
        .eraseToAnyPublisher()
}

func collectedEverySecond(_ events: PassthroughSubject<Action, Never>) -> AnyCancellable {
    events
        .collect(.byTimeOrCount(DispatchQueue.main, .seconds(1), 20))
        .filter { !$0.isEmpty }
        .sink { batch in print("sending \(batch.count)") }
}

func delayedHint(_ isVisible: CurrentValueSubject<Bool, Never>) -> AnyPublisher<Bool, Never> {
    isVisible
        .map { Just($0).delay(for: $0 ? .seconds(2) : .zero, scheduler: DispatchQueue.main) }
        .switchToLatest()
        .removeDuplicates()
        .eraseToAnyPublisher()
}

func autosave(_ text: AnyPublisher<String, Never>) -> AnyPublisher<Date, Never> {
    text
        .dropFirst()
        .removeDuplicates()
        .debounce(for: .seconds(2), scheduler: DispatchQueue.main)
        .flatMap { text in
            Future { try await search(text) }.map { _ in Date() }.catch { _ in Empty<Date, Never>() }
        }
        .eraseToAnyPublisher()
}

func measuredFrames(_ frames: PassthroughSubject<Void, Never>) -> AnyPublisher<Double, Never> {
    frames
        .measureInterval(using: DispatchQueue.main)
        .map { Double($0.components.seconds) + Double($0.components.attoseconds) / 1e18 }
        .filter { $0 > 0 }
        .map { 1 / $0 }
        .scan(60.0) { $0 * 0.9 + $1 * 0.1 }
        .eraseToAnyPublisher()
}
