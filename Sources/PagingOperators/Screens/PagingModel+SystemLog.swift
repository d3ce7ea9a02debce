#if canImport(os)
    import Dispatch
    import os
    import Streams

    extension PagingModel {
        /// Writes each event of the list from now on to a logger of the system.
        ///
        /// See ``Streams/ExtraPublishers/Paginate/log(_:to:)``.
        ///
        /// - Parameters:
        ///   - name: Begins each message.
        ///   - logger: The logger.
        public func log(_ name: String, to logger: Logger) {
            hub.observe(scheduler: DispatchQueue.global(), by: PageLog.lines(to: logger, name: name))
        }

        /// Makes a signpost interval of each load of a page from now on, for Instruments.
        ///
        /// - Parameters:
        ///   - name: Begins the text of each interval; its name is `page`.
        ///   - signposter: Emits the intervals.
        public func signposts(_ name: String, to signposter: OSSignposter) {
            hub.observe(
                scheduler: DispatchQueue.global(), by: PageLog.intervals(in: signposter, name: name))
        }
    }
#endif
