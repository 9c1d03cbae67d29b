/** Runs `quire import` in this process against the database of a test server. */
import { type ImportReport } from '../../../src/ingest/importing/merge/report'
import { importFile, type WantedImport } from '../../../src/ingest/importing/service'
import type { TestServer } from '../../support/server'

export async function runImportOf(
  { ctx }: TestServer,
  path: string,
  wanted: Partial<WantedImport> = {},
): Promise<{ importId: string | null; report: ImportReport }> {
  return importFile(ctx, {
    path,
    kind: undefined,
    applies: true,
    folders: [],
    users: new Map(),
    admins: new Set(),
    ...wanted,
  })
}
