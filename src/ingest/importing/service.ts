/** Imports from other programs, for commands. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Context } from '../../context'
import { type ImportChoice, applyImport, previewImport } from './merge/import-source'
import { listImportRows } from './merge/queries'
import type { ImportReport } from './merge/report'
import type { ServerKind } from './neutral-form'
import { openForeignSource } from './sources/open-source'

export interface WantedImport extends ImportChoice {
  path: string
  kind: ServerKind | undefined
  /** If false, nothing is written. */
  applies: boolean
}

/** Copies the database into the data folder, imports it, and deletes the copy. */
export async function importFile(
  ctx: Context,
  { path, kind, applies, ...choice }: WantedImport,
): Promise<{ importId: string | null; report: ImportReport }> {
  const folder = join(ctx.config.data_dir, 'imports', Bun.randomUUIDv7())
  const maxBytes = ctx.config.imports.max_mb * 2 ** 20
  try {
    const source = openForeignSource({ path, folder, maxBytes, kind })
    try {
      if (applies) return await applyImport(ctx, source, choice)
      return { importId: null, report: await previewImport(ctx, source, choice) }
    } finally {
      source.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const maxListed = 100

/** Those of administrators, the newest first. */
export const listImports = (ctx: Context) => listImportRows(ctx.db, null, maxListed)
