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
  shortFiles: [
    'src/catalog/books/cover.ts',
    'src/catalog/libraries/first.ts',
    'src/catalog/libraries/folders/folders.ts',
    'src/catalog/libraries/purge.ts',
    'src/catalog/series/scanned/trash.ts',
    'src/media/archives/sevenzip/locked.ts',
  ] as string[],
  /** `layer: name` of files that share a name and not a meaning. */
  repeatedBaseNames: [
    'catalog: condition',
    'catalog: cover',
    'catalog: facets',
    'catalog: intake',
    'catalog: order',
    'catalog: people',
    'catalog: trash',
    'catalog: view',
    'media: archive',
    'media: bytes',
    'media: metadata',
    'media: unpack',
  ] as string[],
  /** Functions and classes of the same name in two files. */
  exportedTwice: [
    'getUploadsFolder: src/admin/backup/create.ts, src/artwork/thumbnails/paths.ts',
    'groupsOf: src/catalog/series/lists/groups.ts, src/media/naming/pattern.ts',
    'list: src/media/archives/sevenzip/engine.ts, src/platform/http/shapes.ts',
    'listGroups: src/catalog/duplicates/queries.ts, src/catalog/series/lists/groups.ts',
    'listRules: src/catalog/corrections/queries.ts, src/catalog/corrections/service.ts',
    'placeOf: src/catalog/sidecars/service.ts, src/media/naming/naming.ts',
    'readStatus: src/catalog/books/lists/condition.ts, src/catalog/series/lists/condition.ts',
    'refusal: src/media/archives/rar/archive.ts, src/media/archives/zip/zip.ts',
    'setAside: src/catalog/books/scanned/put-back.ts, src/catalog/series/scanned/rekey.ts',
    'startEngine: src/media/archives/rar/unrar.ts, src/media/archives/sevenzip/engine.ts, src/media/pdf/pdfium.ts',
    'unpack: src/media/archives/zip/zip.ts, src/media/image/sharp/native-folder.ts',
    'wordsOf: src/catalog/libraries/folders/folders.ts, src/catalog/sidecars/service.ts',
  ] as string[],
}
