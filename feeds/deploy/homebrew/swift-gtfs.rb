# The formula of Homebrew, as a pattern: `fill` beside it puts repository, version and SHA-256 of the sources in the places of
# the words in @. The release workflow does that and adds the formula to the release; this file by itself installs nothing.
#
# No Mac was at hand: neither the formula nor the programs on macOS were run.
class SwiftGtfs < Formula
  desc "Turn GTFS feeds into small SQLite bundles, validate, publish and serve them"
  homepage "https://github.com/@REPOSITORY@"
  url "https://github.com/@REPOSITORY@/releases/download/v@VERSION@/swift-gtfs-@VERSION@-source.tar.gz"
  sha256 "@SHA256@"
  license "Apache-2.0"

  depends_on "pkgconf" => :build
  # Package.swift asks for Swift 6.1.
  depends_on xcode: ["16.3", :build]
  depends_on "libarchive"
  # gtfs alone runs on macOS 13; gtfs-serve needs 14.
  depends_on macos: :sonoma
  # A header that is compiled in: nothing of it is loaded later.
  depends_on "xxhash"
  uses_from_macos "sqlite"
  uses_from_macos "zlib"

  def install
    # Homebrew has a sandbox of its own, in which SwiftPM cannot make another.
    %w[gtfs gtfs-serve].each do |program|
      system "swift", "build", "--disable-sandbox", "-c", "release", "--product", program
      bin.install ".build/release/#{program}"
    end
    generate_completions_from_executable(bin/"gtfs", "--generate-completion-script")
    pkgshare.install "feeds/sample"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/gtfs --version")
    system bin/"gtfs", "build", pkgshare/"sample", "-o", "sample.sqlite", "--quiet"
    assert_match "Central Junction", shell_output("#{bin}/gtfs query stops central sample.sqlite")
  end
end
