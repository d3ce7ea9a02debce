/// A piece of source that mutants replace as a whole.
struct Site {
    enum Form {
        /// A condition between commas.
        case condition
        /// The right side of `if let` and its like.
        case binding
        /// An expression that is not a statement of its own.
        case value
        /// A statement.
        case statement
        /// The place before the first statement of a function without a result.
        case entry
    }

    /// What the function around it returns.
    enum Result {
        case nothing
        case bool
        case demand
        case other
        /// The function is an initializer or a deinitializer.
        case construction
        /// The function is a closure.
        case unknown
    }

    var form: Form
    var tokens: Range<Int>
    /// Offsets of UTF-8 code units in the source.
    var range: Range<Int>
    var result = Result.unknown
    /// The one statement of its block, whose value may be the block's.
    var isOnly = false
    var canBeDeleted = false
}
