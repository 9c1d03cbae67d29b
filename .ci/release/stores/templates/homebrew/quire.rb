class Quire < Formula
  desc "Media library server for comics, manga and books"
  homepage "@HOMEPAGE@"
  version "@VERSION@"
  license "MIT"

  on_macos do
    on_arm do
      url "@BASE@/@VERSION@/quire-@VERSION@-darwin-arm64.gz"
      sha256 "@SHA256_DARWIN_ARM64@"
    end
    on_intel do
      url "@BASE@/@VERSION@/quire-@VERSION@-darwin-x64.gz"
      sha256 "@SHA256_DARWIN_X64@"
    end
  end

  on_linux do
    on_arm do
      url "@BASE@/@VERSION@/quire-@VERSION@-linux-arm64.gz"
      sha256 "@SHA256_LINUX_ARM64@"
    end
    on_intel do
      url "@BASE@/@VERSION@/quire-@VERSION@-linux-x64.gz"
      sha256 "@SHA256_LINUX_X64@"
    end
  end

  def install
    bin.install Dir["quire*"].first => "quire"
    chmod 0755, bin/"quire"
  end

  service do
    run [opt_bin/"quire", "serve", "--data-dir", var/"quire"]
    keep_alive crashed: true
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/quire version")
  end
end
