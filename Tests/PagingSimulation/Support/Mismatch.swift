/// The error of a randomized case whose result differs from the expected one.
package struct Mismatch: Error, Equatable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }

    package static func unless(_ condition: Bool, _ description: @autoclosure () -> String) throws(Mismatch) {
        if !condition { throw Mismatch(description()) }
    }
}
