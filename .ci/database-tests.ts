/** Selects the tests that have to run on both databases. */
import { type Code, groupImporters } from './affected-tests'

/** Tests of modules that do not use the database, as test/architecture.test.ts ensures. */
const withoutDatabase =
  /^test\/(media|web\/ui|ingest\/(matching|providers|sandbox))\/|^test\/architecture\.test\.ts$/

/** Lists all test files except those of modules without a database, unless a test loads it. */
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
