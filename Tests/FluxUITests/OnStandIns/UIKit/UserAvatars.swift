import FluxImages
import FluxUI
import Foundation
import SwiftUI
import UIKit

extension User {
    fileprivate var avatarURL: URL { .named(login) }
}

/// A cell with a loader of its screen.
@MainActor
private final class AvatarCell {
    private let avatarView = UIImageView()
    private let avatars = makeAvatars(ImageLoader<UIImage>.Configuration())

    // snippet: begin
    func show(_ user: User) {
        avatarView.show(user.avatarURL, from: avatars)
    }
    // snippet: end
}

@MainActor
private func show(_ user: User, in imageView: UIImageView) {
    // snippet: begin
    imageView.show(user.avatarURL, from: .system)
    // snippet: end
}

private func makeAvatars(_ configuration: ImageLoader<UIImage>.Configuration) -> ImageLoader<UIImage> {
    // snippet: begin
    let avatars = ImageLoader(configuration: configuration, decoder: SystemImageDecoder())
    avatars.trimAutomatically()
    // snippet: end
    return avatars
}

private func makeLoader(_ configuration: ImageLoader<UIImage>.Configuration) -> ImageLoader<UIImage> {
    // snippet: begin
    let avatars = ImageLoader(configuration: configuration, decoder: SystemImageDecoder())
    // snippet: end
    return avatars
}

private struct UserRow: View {
    let user: User
    let avatars: ImageLoader<UIImage>

    var body: some View {
        // snippet: begin
        FluxImage(user.avatarURL, from: avatars, size: CGSize(width: 44, height: 44)) { image in
            image.resizable()
        } placeholder: {
            ProgressView()
        } failure: { _ in
            Text("No image")
        }
        // snippet: end
    }
}
