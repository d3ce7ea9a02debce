import FluxImages
import FluxUI
import Foundation
import Observation
import SwiftUI
import TestSupport
import Testing

@MainActor
@Observable
private final class Names {
    var names: [String]
    var size = CGSize.zero

    init(_ names: [String]) { self.names = names }
}

/// Rows with images, whose identities are their numbers.
private struct Avatars: View {
    let names: Names
    let loader: ImageLoader<SystemImage>

    var body: some View {
        List {
            ForEach(Array(names.names.enumerated()), id: \.offset) { row in
                FluxImage(.named(row.element), from: loader, size: names.size) { image in
                    image.resizable()
                } placeholder: {
                    ProgressView()
                } failure: { error in
                    Text("failed: \(error.url.lastPathComponent)")
                }
            }
        }
    }
}

/// `FluxImage` on a screen of three lines.
@MainActor
struct FluxImageTests {
    private let images = SystemImages()

    private func show(_ names: Names) -> SwiftUIScreen {
        let screen = SwiftUIScreen(Avatars(names: names, loader: images.loader), height: 3)
        screen.layOut()
        return screen
    }

    // row: `LazyImage` of NukeUI row: `imageView.kf.setImage(with:)`, `KFImage`
    @Test func placeholderIsShownUntilTheImageIsLoaded() {
        let screen = show(Names(["cat", "dog"]))
        #expect(screen.lines == ["spinner", "spinner"])
        #expect(images.running == ["cat", "dog"])
        images.finish("dog")
        screen.layOut()
        #expect(screen.lines == ["spinner", "dog 40x40"])
        images.fail("cat")
        screen.layOut()
        #expect(screen.lines == ["failed: cat", "dog 40x40"])
    }

    @Test func imageInMemoryIsInTheFirstDrawing() {
        images.load("cat", for: ImageRequest(url: .named("cat")))
        let screen = SwiftUIScreen(
            Avatars(names: Names(["cat"]), loader: images.loader), height: 3)
        // Before anything has appeared.
        #expect(screen.lines == ["cat 40x40"])
        screen.layOut()
        #expect(screen.lines == ["cat 40x40"])
        #expect(images.source.loads.count == 1)
    }

    @Test func otherImageReplacesTheOneBeforeAtOnce() {
        let names = Names(["cat"])
        let screen = show(names)
        images.finish("cat")
        screen.layOut()
        names.names = ["dog"]
        #expect(screen.lines == ["spinner"])
        screen.layOut()
        #expect(images.running == ["cat", "dog"])
        names.names = ["owl"]
        screen.layOut()
        #expect(images.source.loads[1].isCancelled)
        images.finish("dog")
        screen.layOut()
        #expect(screen.lines == ["spinner"])
        images.finish("owl")
        screen.layOut()
        #expect(screen.lines == ["owl 40x40"])
    }

    @Test func rowsOutOfViewLoadNothingAndKeepNothing() {
        let screen = show(Names((0..<9).map { "row\($0)" }))
        #expect(images.running == ["row0", "row1", "row2"])
        images.finish("row0")
        screen.scroll(by: 3)
        #expect(images.source.loads[1].isCancelled)
        #expect(images.running == ["row0", "row3", "row4", "row5"])
        // The memory has it still.
        screen.scroll(by: -3)
        #expect(screen.linesInView.first == "row0 40x40")
        screen.scroll(by: 3)
        images.loader.trim(toCost: 0)
        screen.scroll(by: -3)
        #expect(screen.linesInView.first == "spinner")
    }

    @Test func otherImageOfARowOutOfViewIsLoadedWhenTheRowAppears() {
        let names = Names((0..<6).map { "row\($0)" })
        let screen = show(names)
        screen.scroll(by: 3)
        names.names[0] = "cat"
        screen.layOut()
        #expect(images.running == ["row3", "row4", "row5"])
        screen.scroll(by: -3)
        #expect(images.running == ["cat", "row1", "row2"])
        names.names[0] = "dog"
        screen.layOut()
        #expect(images.running == ["row1", "row2", "dog"])
    }

    @Test func imageIsDecodedAtTheSizeOfTheView() {
        let names = Names(["cat"])
        names.size = CGSize(width: 50, height: 50)
        let screen = show(names)
        images.finish("cat", "image cat 800x400;")
        screen.layOut()
        // The screen has two pixels in a point.
        #expect(screen.lines == ["cat 200x100@2x"])
        // It stays until it is decoded at another size.
        names.size = CGSize(width: 100, height: 100)
        #expect(screen.lines == ["cat 200x100@2x"])
        screen.layOut()
        #expect(screen.lines == ["cat 200x100@2x"])
        images.finish("cat", "image cat 800x400;")
        screen.layOut()
        #expect(screen.lines == ["cat 400x200@2x"])
    }

    /// In the first drawing, and once the view has appeared.
    @Test func imageInMemoryHasTheScaleOfTheScreen() {
        let names = Names(["cat"])
        names.size = CGSize(width: 50, height: 50)
        let request = ImageRequest(url: .named("cat"), variant: .size(width: 100, height: 100))
        images.load("cat", for: request)
        let screen = SwiftUIScreen(Avatars(names: names, loader: images.loader), height: 3)
        #expect(screen.lines == ["cat 40x40@2x"])
        screen.layOut()
        #expect(screen.lines == ["cat 40x40@2x"])
        #expect(images.loader.cachedImage(for: request)?.scale == 1)
    }

    @Test func placeholderReplacesFailuresWithoutAViewOfTheirs() {
        let screen = SwiftUIScreen(
            FluxImage(.named("cat"), from: images.loader) {
                $0
            } placeholder: {
                Text("none")
            }, height: 1)
        screen.layOut()
        images.fail("cat")
        screen.layOut()
        #expect(screen.lines == ["none"])
    }
}
