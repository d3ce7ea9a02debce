import Explorer
import Streams

// The upstream fails at the value 2. A delay ends at any moment, on a thread of its own.
private let retries = [
    Derived("retry(policy)") { test, a in
        a.failing.retry(.constant(.seconds(1), attempts: 1), scheduler: test.scheduler())
            .replaceError(with: 7).eraseToAnyPublisher()
    },
    Derived("retry(policy), at once") { test, a in
        a.failing.retry(.immediate(attempts: 1), scheduler: test.scheduler()).replaceError(with: 7)
            .eraseToAnyPublisher()
    },
]

let retryPrograms = retries.flatMap(\.programs) + countingPrograms

extension Publisher where Output == Int, Failure == Never {
    /// Fails at the value 2.
    var failing: Publishers.TryMap<Self, Int, Mistake> {
        tryMap { value throws(Mistake) in
            if value == 2 { throw Mistake() }
            return value
        }
    }
}

private func policy(attempts: Int) -> RetryPolicy { .constant(.seconds(1), attempts: attempts) }

private let countingPrograms: [Program] = [
    // A value that an attempt delivers makes the next failure the first one.
    Program("retry(policy): fail, send, fail") { test in
        let a = Source<Mistake>(test, "a")
        let probe = test.probe(failing: Mistake.self)
        a.retry(policy(attempts: 1), scheduler: test.scheduler()).subscribe(probe)
        test.thread(a.end(.failure(Mistake())), a.send(1), a.end(.failure(Mistake())), a.send(3))
    },
    Program("retry(policy): fail, next attempt sends and fails") { test in
        let (a, b) = (PassthroughSubject<Int, Mistake>(), PassthroughSubject<Int, Mistake>())
        let attempts = Locked([a, b, b])
        let probe = test.probe(failing: Mistake.self)
        Deferred { attempts.withLock { $0.removeFirst() } }
            .retry(policy(attempts: 1), scheduler: test.scheduler()).subscribe(probe)
        test.thread(a.ending(.failure(Mistake())))
        test.thread(b.sending(1), b.ending(.failure(Mistake())))
    },
    // The demand that is left is requested of the next attempt.
    Program("retry(policy): fail, send, request") { test in
        let a = Source<Mistake>(test, "a")
        let probe = test.probe(failing: Mistake.self, demand: .max(1))
        a.retry(policy(attempts: 1), scheduler: test.scheduler()).subscribe(probe)
        test.thread(a.end(.failure(Mistake())), a.send(1), a.send(3))
        test.thread(probe.request(.max(1)))
    },
    // Neither a timer nor an attempt is left.
    Program("retry(policy): fail, request, cancel", promising: .prefixes) { test in
        let a = Source<Mistake>(test, "a")
        let probe = test.probe(failing: Mistake.self, demand: .max(1))
        a.retry(policy(attempts: 1), scheduler: test.scheduler()).subscribe(probe)
        test.thread(a.end(.failure(Mistake())), a.send(1))
        test.thread(probe.request(.max(1)), probe.cancel)
        test.expectOver(a)
    },
    Program("retry(policy): fail, cancel, cancel", promising: .prefixes) { test in
        let a = Source<Mistake>(test, "a")
        let probe = test.probe(failing: Mistake.self)
        a.retry(policy(attempts: 1), scheduler: test.scheduler()).subscribe(probe)
        test.thread(a.end(.failure(Mistake())))
        test.thread(probe.cancel)
        test.thread(probe.cancel)
        test.expectOver(a)
    },
    Program("retry(policy): fail, release") { test in
        let a = Source<Mistake>(test, "a", showsDemand: false, showsEnd: false)
        let probe = test.probe(failing: Mistake.self)
        a.retry(policy(attempts: 1), scheduler: test.scheduler()).subscribe(probe)
        test.thread(a.end(.failure(Mistake())), a.send(1), a.end())
        test.thread(probe.release)
    },
]
