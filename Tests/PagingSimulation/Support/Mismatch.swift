/// What a case of a randomised test throws where an expectation fails.
package struct Mismatch: Error, Equatable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }

    package static func unless(_ condition: Bool, _ description: @autoclosure () -> String) throws(Mismatch) {
        if !condition { throw Mismatch(description()) }
    }
}
