/**
 * Known violations of the rules in architecture.test.ts. The test fails for a new violation and for
 * an obsolete entry, so the list only gets shorter.
 */
export const exceptions = {
  /** Groups of files with circular imports. */
  cycles: [] as string[][],
  /** Tables written by a module that does not own them. */
  foreignWrites: [] as string[],
  /** Folders with more than a dozen files. */
  crowdedFolders: [] as string[],
  /** Short files that should be merged into their only importer. */
  shortFiles: [] as string[],
  /** `layer: name` of files with the same name but different meanings. */
  repeatedBaseNames: [] as string[],
  /** Functions and classes of the same name in two files. */
  exportedTwice: [] as string[],
  /** Files that do not take the time from `ctx.clock`. */
  timeSources: [
    // Limits of other threads, processes and disks, in real time.
    'src/catalog/books/files/locator.ts',
    'src/catalog/libraries/folders/disk-worker-client.ts',
    'src/ingest/plugins/programs/plugin-programs.ts',
    'src/ingest/scanning/preview/folder-preview.ts',
    'src/ingest/scanning/read/file-readers.ts',
    'src/ingest/scanning/walk/walk-client.ts',
    'src/ingest/scanning/walk/walk.ts',
    'src/protocols/kobo/files/kepub-converter.ts',
    'src/reading/pages/epub/epub-progression.ts',
    'src/workers.ts',
    // Compared with the times of files and processes, and with signed times.
    'src/accounts/sessions/tokens/access-tokens.ts',
    'src/admin/monitoring/server-info.ts',
    'src/admin/monitoring/service.ts',
    'src/catalog/books/files/locate.ts',
    'src/ingest/scanning/read/analyze.ts',
    'src/reading/pages/cache/page-cache.ts',
    // Run without a server.
    'src/admin/backup/results/failed-backup.ts',
    'src/admin/backup/restore-backup.ts',
    // `updatedAt`, which the columns set from the same source.
    'src/catalog/libraries/queries.ts',
    'src/catalog/series/scanned/series-counters.ts',
    'src/reading/progress/series/series-progress.ts',
    // Times in answers that nothing depends on.
    'src/ingest/plugins/plugin-view.ts',
    'src/protocols/komga/responses.ts',
    'src/web/first-responses.ts',
  ].toSorted(),
}
