/** Imports from other programs, for commands. */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Context } from '../../context'
import { type ImportChoice, applyImport, previewImport } from './merge/import-source'
import { listImportRows } from './merge/queries'
import { recognizeInstallation } from './merge/recognize-installation'
import type { ImportReport } from './merge/report'
import type { ServerKind } from './neutral-form'
import { type BookloreLogin, fetchBooklore } from './sources/booklore/booklore-client'
import { openForeignSource } from './sources/open-source'

export interface WantedImport extends ImportChoice {
  path: string
  /** Server to request the data from, instead of reading it from the path. */
  server?: BookloreLogin | undefined
  kind: ServerKind | undefined
  /** If false, nothing is written. */
  applies: boolean
}

/**
 * Copies the database or file into the data folder, after fetching it if a server is given; imports
 * or previews it, and deletes the copy.
 */
export async function importFile(
  ctx: Context,
  { path: named, server, kind, applies, ...choice }: WantedImport,
): Promise<{ importId: string | null; report: ImportReport }> {
  const folder = createPath(ctx)
  const answers = createPath(ctx)
  const maxBytes = ctx.config.imports.max_mb * 2 ** 20
  try {
    const path = server ? await storeAnswers(ctx, answers, server) : named
    const source = openForeignSource({ path, folder, maxBytes, kind })
    try {
      const known = await recognizeInstallation(ctx.db, source)
      if (applies) return await applyImport(ctx, known, choice)
      return { importId: null, report: await previewImport(ctx, known, choice) }
    } finally {
      source.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
    rmSync(answers, { recursive: true, force: true })
  }
}

const createPath = (ctx: Context) => join(ctx.config.data_dir, 'imports', Bun.randomUUIDv7())

async function storeAnswers(ctx: Context, folder: string, server: BookloreLogin) {
  const answers = await fetchBooklore(ctx, server)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, 'booklore.json')
  await Bun.write(path, answers)
  return path
}

const maxListed = 100

/** Lists imports of administrators, newest first. */
export const listImports = (ctx: Context) => listImportRows(ctx.db, null, maxListed)
