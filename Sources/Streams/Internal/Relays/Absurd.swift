/// Converts an error that cannot occur.
@inlinable
func absurd<T>(_ never: Never) -> T {}
