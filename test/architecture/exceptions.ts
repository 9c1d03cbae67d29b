/**
 * What breaks a rule of architecture.test.ts today. The test fails for a new entry and for one that is no
 * longer needed: the list only gets shorter.
 */
export const exceptions = {
  /** Groups of files that import each other in a circle. */
  cycles: [] as string[][],
  /** Tables written by a module that does not own them. */
  foreignWrites: [] as string[],
  /** Folders with more than a dozen files. */
  crowdedFolders: ['src/media/filenames'] as string[],
  /** Files that belong into the one file that imports them. */
  shortFiles: ['src/media/archives/sevenzip/locked.ts'] as string[],
  /** `layer: name` of files that share a name and not a meaning. */
  repeatedBaseNames: [
    'media: archive',
    'media: bytes',
    'media: metadata',
    'media: unpack',
  ] as string[],
  /** Functions and classes of the same name in two files. */
  exportedTwice: [
    'getUploadsFolder: src/admin/backup/create.ts, src/artwork/thumbnails/paths.ts',
    'list: src/media/archives/sevenzip/engine.ts, src/platform/http/shapes.ts',
    'refusal: src/media/archives/rar/archive.ts, src/media/archives/zip/zip.ts',
    'startEngine: src/media/archives/rar/unrar.ts, src/media/archives/sevenzip/engine.ts, src/media/pdf/pdfium.ts',
    'unpack: src/media/archives/zip/zip.ts, src/media/image/sharp/native-folder.ts',
  ] as string[],
}
