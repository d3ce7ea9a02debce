import Streams
import TestSupport
import Testing

extension RaceTests {
    /// Sinks of a subject, which are attached without a subscription: see `AttachedSinkTests`.
    @Suite struct AttachedSinks {
        /// A subject with a sink, whose closures hold a token.
        struct Setting: Sendable {
            let subject: Box<PassthroughSubject<Int, Never>?>
            let handle = Box<AnyCancellable?>(nil)
            let values = Log<Int>()
            let ends = Log<Void>()
            let token: Weak<Token>
            private let kept: Box<Token?>

            init(isAttached: Bool) {
                let (subject, token) = (PassthroughSubject<Int, Never>(), Token())
                self.subject = Box(subject)
                self.token = Weak(token)
                kept = Box(token)
                if isAttached { attach() }
            }

            /// Attaches the sink, which alone holds the token from then on.
            func attach() {
                guard let subject = subject.value, let token = kept.value else { return }
                let (values, ends) = (values, ends)
                handle.value = subject.map { token.pass($0) }
                    .sink(receiveCompletion: { _ in ends.append(()) }, receiveValue: { values.append($0) })
                kept.value = nil
            }

            /// Expects that nothing is held but by this setting, and that nothing more is delivered.
            func expectReleased() {
                #expect(token.object == nil)
                let before = values.entries
                subject.value?.send(100)
                #expect(values.entries == before)
                let weakSubject = Weak(subject.value!)
                subject.value = nil
                #expect(weakSubject.object == nil)
            }
        }

        @Test func cancellationDuringSendsSilencesAndReleases() {
            race {
                Setting(isAttached: true)
            } _: { setting in
                setting.handle.value?.cancel()
            } against: { setting in
                for value in 1...5 { setting.subject.value?.send(value) }
            } check: { setting in
                let values = setting.values.entries
                #expect(values == Array((1...5).prefix(values.count)))
                setting.expectReleased()
            }
        }

        @Test func releaseOfTheHandleDuringSendsSilencesAndReleases() {
            race {
                Setting(isAttached: true)
            } _: { setting in
                setting.handle.value = nil
            } against: { setting in
                for value in 1...5 { setting.subject.value?.send(value) }
            } check: { setting in
                setting.expectReleased()
            }
        }

        @Test func cancellationDuringTheFinishReleasesOnce() {
            race {
                Setting(isAttached: true)
            } _: { setting in
                setting.handle.value?.cancel()
            } against: { setting in
                setting.subject.value?.send(completion: .finished)
            } check: { setting in
                #expect(setting.ends.count <= 1)
                setting.expectReleased()
            }
        }

        @Test func attachmentDuringSendsMissesNothingAfterItsStart() {
            race {
                Setting(isAttached: false)
            } _: { setting in
                setting.attach()
            } against: { setting in
                for value in 1...5 { setting.subject.value?.send(value) }
            } check: { setting in
                let values = setting.values.entries
                #expect(values == Array((1...5).suffix(values.count)))
                setting.handle.value?.cancel()
                setting.expectReleased()
            }
        }

        @Test func attachmentDuringTheFinishReceivesTheCompletion() {
            race {
                Setting(isAttached: false)
            } _: { setting in
                setting.attach()
            } against: { setting in
                setting.subject.value?.send(completion: .finished)
            } check: { setting in
                #expect(setting.ends.count == 1)
                setting.expectReleased()
            }
        }

        @Test func twoCancellationsReleaseOnce() {
            race {
                Setting(isAttached: true)
            } _: { setting in
                setting.handle.value?.cancel()
            } against: { setting in
                setting.handle.value?.cancel()
            } check: { setting in
                setting.expectReleased()
            }
        }
    }
}
