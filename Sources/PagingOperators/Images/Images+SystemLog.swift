#if canImport(os)
    import Dispatch
    import os
    import Streams

    extension ExtraPublishers.Images {
        /// Writes each event of the list to a logger of the system.
        ///
        /// See ``Streams/ExtraPublishers/Paginate/log(_:to:)``.
        ///
        /// - Parameters:
        ///   - name: Begins each message.
        ///   - logger: The logger.
        /// - Returns: The feed with the log.
        public func log(_ name: String, to logger: Logger) -> Self {
            observed(scheduler: DispatchQueue.global(), by: PageLog.lines(to: logger, name: name))
        }

        /// Makes a signpost interval of each load of a page, for Instruments.
        ///
        /// - Parameters:
        ///   - name: Begins the text of each interval; its name is `page`.
        ///   - signposter: Emits the intervals.
        /// - Returns: The feed with the intervals.
        public func signposts(_ name: String, to signposter: OSSignposter) -> Self {
            observed(
                scheduler: DispatchQueue.global(), by: PageLog.intervals(in: signposter, name: name))
        }
    }
#endif
