#if canImport(os)
    import os
    import Streams

    extension PageLog {
        /// Writes each event to a logger.
        static func lines(to logger: Logger, name: String) -> @Sendable (PageEvent) -> Void {
            { event in
                let session = event.session > 1 ? "#\(event.session)" : ""
                // Secrets are left out already.
                logger.log(
                    level: event.kind.level, "\(name + session): \(event.description, privacy: .public)")
            }
        }

        /// Makes an interval of each load.
        static func intervals(in signposter: OSSignposter, name: String) -> @Sendable (PageEvent) -> Void {
            let loads = Locked<[SignpostedLoad: OSSignpostIntervalState]>([:])
            return { event in
                guard let number = event.load else { return }
                let load = SignpostedLoad(session: event.session, number: number)
                let text = "\(name): \(event)"
                switch event.kind {
                case .started(_, _, attempt: 1):
                    let id = signposter.makeSignpostID()
                    let state = signposter.beginInterval("page", id: id, "\(text, privacy: .public)")
                    loads.withLock { $0[load] = state }
                case .loaded, .failed, .cancelled:
                    guard let state = loads.withLock({ $0.removeValue(forKey: load) }) else { return }
                    signposter.endInterval("page", state, "\(text, privacy: .public)")
                case .started, .retrying, .responded:
                    signposter.emitEvent("page", "\(text, privacy: .public)")
                default: break
                }
            }
        }
    }

    /// A load among those of all sessions.
    private struct SignpostedLoad: Hashable, Sendable {
        let session: Int
        let number: Int
    }

    extension PageEvent.Kind {
        /// Reports of rows are frequent; failures are to be found.
        fileprivate var level: OSLogType {
            switch self {
            case .failed, .stopped: .error
            case .reported, .notNeeded, .published: .debug
            default: .info
            }
        }
    }

    extension PageSource {
        /// Writes the events of each load to a logger of the system.
        ///
        /// - Parameters:
        ///   - name: Begins each message.
        ///   - logger: The logger. Failures are errors, all else is of the level `info`.
        public func log(_ name: String, to logger: Logger) -> some PageSource<Key, Item, Failure> {
            handleEvents(receiveEvent: PageLog.lines(to: logger, name: name))
        }

        /// Makes a signpost interval of each load, for Instruments.
        ///
        /// - Parameters:
        ///   - name: Begins the text of each interval; its name is `page`.
        ///   - signposter: Emits the intervals.
        public func signposts(
            _ name: String, to signposter: OSSignposter
        ) -> some PageSource<Key, Item, Failure> {
            handleEvents(receiveEvent: PageLog.intervals(in: signposter, name: name))
        }
    }
#endif
