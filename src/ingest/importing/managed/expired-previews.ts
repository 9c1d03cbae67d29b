/**
 * Expires previews that nobody confirms, because their copies contain password hashes, and deletes
 * copies that interrupted imports left behind.
 */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Context } from '../../../context'
import { isUuid } from '../../../platform/http/shapes'
import {
  findImport,
  findOpenImportIds,
  type ImportRow,
  listPreviewsBefore,
  updateImport,
} from '../merge/queries'
import { importMessages } from '../messages'
import { deleteImportFiles } from './import-files'
import { isPreviewExpired, wasConfirmed } from './import-view'

const keptDays = 7
const keptMs = keptDays * 86_400_000

const findOldest = ({ clock }: Pick<Context, 'clock'>) => clock.now().getTime() - keptMs

/** Expires old previews and deletes their files. */
export async function expirePreviews(ctx: Context) {
  for (const { id } of await listPreviewsBefore(ctx.db, new Date(findOldest(ctx)))) {
    await ctx.write(async (tx) => {
      const row = await findImport(tx, id)
      if (!row?.report || !canExpire(row)) return
      const report = { ...row.report, error: importMessages.preview_expired({ days: keptDays }) }
      await updateImport(tx, id, { state: 'failed', report, finishedAt: ctx.clock.now() })
      tx.afterCommit(() => void deleteImportFiles(ctx, id))
    })
  }
}

/** Returns false if someone has confirmed the preview or requested a new one in the meantime. */
const canExpire = (row: ImportRow) =>
  row.state === 'ready' || (row.state === 'failed' && !wasConfirmed(row) && !isPreviewExpired(row))

/** Deletes copies that an interrupted import left behind. */
export async function deleteOldCopies(ctx: Context) {
  const folder = join(ctx.config.data_dir, 'imports')
  const old = (existsSync(folder) ? readdirSync(folder) : []).filter((name) => {
    const changedAt = statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0
    return changedAt < findOldest(ctx)
  })
  const open = await findOpenImportIds(ctx.db, old.filter(isUuid))
  for (const name of old) {
    if (!open.has(name)) rmSync(join(folder, name), { recursive: true, force: true })
  }
}
