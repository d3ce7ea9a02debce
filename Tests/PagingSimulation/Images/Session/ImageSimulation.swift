import FluxImages
import PagingOperators

/// Random sessions of the image pipeline, compared with a simple reference.
package enum ImageSimulation {
    /// Runs the session of a seed.
    ///
    /// - Parameter loaderSetup: Changes the setup of the loader but not of the reference, to test the
    ///   simulation itself.
    /// - Returns: The failure with a minimal script; `nil` if there was none.
    package static func failure(
        ofSeed seed: UInt64, loaderSetup: ((ImageSetup) -> ImageSetup)? = nil
    ) -> SimulationFailure<ImageScript>? {
        let script = ImageScript(seed: seed)
        guard let mismatch = mismatch(in: script, loaderSetup) else { return nil }
        return SimulationFailure(seed: seed, script: script, mismatch: mismatch)
            .shrunk { Self.mismatch(in: $0, loaderSetup) }
    }

    package static func mismatch(
        in script: ImageScript, _ loaderSetup: ((ImageSetup) -> ImageSetup)? = nil
    ) -> Mismatch? {
        let setup = script.setup
        do throws(Mismatch) {
            weak var loader: ImageLoader<String>?
            do {
                let session = ImageSession(setup, loaderSetup: loaderSetup?(setup) ?? setup)
                loader = session.loader
                for step in script.steps { try session.play(step) }
                try session.comeToRest()
            }
            try Mismatch.unless(loader == nil, "the loader is still retained after all images were loaded")
            return nil
        } catch {
            return error
        }
    }
}
