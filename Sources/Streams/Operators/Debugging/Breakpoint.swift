import Foundation

extension Publisher {
    /// Stops in the debugger, by the signal `SIGTRAP`, when a closure returns `true`.
    ///
    /// Without a debugger the program ends.
    ///
    /// - Parameters:
    ///   - receiveSubscription: Returns whether to stop at the subscription.
    ///   - receiveOutput: Returns whether to stop before a value is delivered.
    ///   - receiveCompletion: Returns whether to stop before the completion is delivered.
    public func breakpoint(
        receiveSubscription: (@Sendable (any Subscription) -> Bool)? = nil,
        receiveOutput: (@Sendable (Output) -> Bool)? = nil,
        receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Bool)? = nil
    ) -> Publishers.HandleEvents<Self> {
        handleEvents(
            receiveSubscription: trap(if: receiveSubscription),
            receiveOutput: trap(if: receiveOutput),
            receiveCompletion: trap(if: receiveCompletion))
    }

    /// Stops in the debugger, by the signal `SIGTRAP`, before a failure is delivered.
    public func breakpointOnError() -> Publishers.HandleEvents<Self> {
        breakpoint(receiveCompletion: { completion in
            if case .failure = completion { true } else { false }
        })
    }
}

private func trap<Value>(if condition: (@Sendable (Value) -> Bool)?) -> (@Sendable (Value) -> Void)? {
    guard let condition else { return nil }
    return { value in
        if condition(value) { stop() }
    }
}

private func stop() {
    #if canImport(Glibc)
        // The handler that prints a backtrace restores the default action and returns: the program would
        // continue. A debugger that continues has not called it.
        let before = handlerOfTraps()
        raise(SIGTRAP)
        if handlerOfTraps() != before { raise(SIGTRAP) }
    #else
        raise(SIGTRAP)
    #endif
}

#if canImport(Glibc)
    private func handlerOfTraps() -> UInt {
        var action = sigaction()
        sigaction(SIGTRAP, nil, &action)
        return unsafeBitCast(action.__sigaction_handler.sa_sigaction, to: UInt.self)
    }
#endif
