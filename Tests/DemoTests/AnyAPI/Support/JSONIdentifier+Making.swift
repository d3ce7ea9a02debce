import Flux
import Foundation

extension JSONIdentifier {
    /// An identifier that is a number.
    static func id(_ number: Int) -> JSONIdentifier {
        (try? JSONText(Data("\(number)".utf8)))?.identifier ?? .text("not a number")
    }
}
