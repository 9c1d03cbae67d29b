{
  description = "Quire, media library server";
  inputs.nixpkgs.url = "nixpkgs/nixos-unstable";
  outputs = { self, nixpkgs }:
    let
      made = {
        x86_64-linux = { file = "linux-x64"; hash = "@SRI_LINUX_X64@"; };
        aarch64-linux = { file = "linux-arm64"; hash = "@SRI_LINUX_ARM64@"; };
      };
    in {
      packages = builtins.mapAttrs (system: { file, hash }:
        let pkgs = nixpkgs.legacyPackages.${system}; in {
          default = pkgs.stdenv.mkDerivation {
            pname = "quire";
            version = "@VERSION@";
            src = pkgs.fetchurl { url = "@BASE@/@VERSION@/quire-@VERSION@-${file}.gz"; inherit hash; };
            nativeBuildInputs = [ pkgs.patchelf pkgs.makeWrapper ];
            dontUnpack = true;
            dontStrip = true; # The code is a section of the file.
            installPhase = ''
              mkdir -p $out/libexec $out/bin
              gzip -dc $src > $out/libexec/quire && chmod 755 $out/libexec/quire
              patchelf --set-interpreter ${pkgs.stdenv.cc.bintools.dynamicLinker} $out/libexec/quire
              makeWrapper $out/libexec/quire $out/bin/quire --prefix LD_LIBRARY_PATH : ${pkgs.stdenv.cc.cc.lib}/lib
            '';
          };
        }) made;
    };
}
