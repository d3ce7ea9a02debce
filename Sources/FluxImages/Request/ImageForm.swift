/// The form of an image in memory: the variant that is decoded, and the processing after it.
struct ImageForm: Hashable, Sendable {
    let variant: ImageVariant?
    /// The names of the processors, in the order in which they are applied.
    let processing: [String]

    /// Whether it is the image as it was downloaded.
    var isOriginal: Bool { variant == nil && processing.isEmpty }
}
