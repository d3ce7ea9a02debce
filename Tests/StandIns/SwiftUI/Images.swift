import Foundation

#if canImport(UIKit)
    import UIKit
#elseif canImport(AppKit)
    import AppKit
#endif

/// An image.
public struct Image: Sendable {
    let text: String
}

extension Image: PrimitiveView {
    public func draw(on drawing: inout Drawing) { drawing.add(text) }

    public func resizable() -> Image { self }
}

#if canImport(UIKit)
    extension Image {
        /// An image is shown at its size in points.
        public init(uiImage: UIImage) {
            text = uiImage.scale == 1 ? uiImage.description : "\(uiImage)@\(Int(uiImage.scale))x"
        }
    }
#elseif canImport(AppKit)
    extension Image {
        public init(nsImage: NSImage) { text = nsImage.description }
    }
#endif

/// Views above each other: one line, which stays the same while they change.
public struct ZStack<Content> {
    let content: Content
}

extension ZStack: View where Content: View {
    public var body: Never { fatalError("A stack is not made of other views.") }

    nonisolated public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

extension ZStack: PrimitiveView where Content: View {
    public func draw(on drawing: inout Drawing) {
        let first = drawing.lines.count
        content.show(on: &drawing, as: "stack")
        let lines = drawing.lines[first...]
        let onTap = lines.lazy.compactMap(\.onTap).first
        drawing.lines.removeSubrange(first...)
        drawing.add(lines.map(\.text).joined(separator: " + "), onTap: onTap)
    }
}

/// What a view inherits.
public struct EnvironmentValues: Sendable {
    /// The number of pixels in a point.
    public var displayScale: CGFloat { 2 }
}

@propertyWrapper
public struct Environment<Value> {
    private let keyPath: KeyPath<EnvironmentValues, Value>

    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { self.keyPath = keyPath }

    public var wrappedValue: Value { EnvironmentValues()[keyPath: keyPath] }
}
