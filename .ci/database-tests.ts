/** Which tests have to run on both databases. */
import { type Code, groupImporters } from './affected-tests'

/** Their code knows no database, as test/architecture.test.ts makes sure: SQLite's run covers it. */
const withoutDatabase =
  /^test\/(ci|media|web\/ui|ingest\/(matching|providers|sandbox))\/|^test\/architecture\.test\.ts$/

/** All test files but those of such modules that do not load the database themselves. */
export function findDatabaseTests({ files, imports }: Code): string[] {
  const importers = groupImporters(imports)
  const loading = new Set(files.filter((file) => file.startsWith('src/platform/db/')))
  for (const file of loading)
    for (const importer of importers.get(file) ?? []) loading.add(importer)
  return files.filter(
    (file) =>
      file.startsWith('test/') &&
      file.endsWith('.test.ts') &&
      (loading.has(file) || !withoutDatabase.test(file)),
  )
}
