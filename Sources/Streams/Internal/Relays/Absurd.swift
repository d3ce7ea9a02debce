/// Converts an error that cannot occur.
@export(implementation)
func absurd<T>(_ never: Never) -> T {}
