/** Files in the exports folder. */
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../../context'

const getFolder = ({ config }: Context) => join(config.data_dir, 'exports')

/**
 * The ID is a UUID and the format comes from a fixed list, so the path always stays in the folder.
 */
export const getExportPath = (ctx: Context, { id, format }: { id: string; format: string }) =>
  join(getFolder(ctx), `${id}.${format}`)

export const deleteExportFile = (ctx: Context, row: { id: string; format: string }) =>
  rm(getExportPath(ctx, row), { force: true })

/** Newer files are kept, because they may still be incomplete. */
const graceMs = 24 * 3_600_000

/** Lists the names of files that have not changed for a day. */
export async function listOldFiles(ctx: Context): Promise<string[]> {
  const names = await readdir(getFolder(ctx)).catch(() => [])
  const old: string[] = []
  for (const name of names) {
    const found = await stat(join(getFolder(ctx), name)).catch(() => undefined)
    if (found && ctx.clock.now().getTime() - found.mtimeMs > graceMs) old.push(name)
  }
  return old
}

export const deleteFileByName = (ctx: Context, name: string) =>
  rm(join(getFolder(ctx), name), { force: true })
