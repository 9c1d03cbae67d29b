/** Files in the exports folder. */
import { createHash } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Viewer } from '../../accounts/permissions/model'
import type { Context } from '../../context'
import { listHiddenSeries } from './queries'

const getFolder = ({ config }: Context) => join(config.data_dir, 'exports')

/**
 * The ID is a UUID and the format comes from a fixed list, so the path always stays in the folder.
 */
export const getExportPath = (ctx: Context, { id, format }: { id: string; format: string }) =>
  join(getFolder(ctx), `${id}.${format}`)

export const deleteExportFile = (ctx: Context, row: { id: string; format: string }) =>
  rm(getExportPath(ctx, row), { force: true })

/**
 * Hashes what a user can see, but not who the user is or what the user may do. The series that are
 * hidden from the user are part of it: one that was hidden later must not appear in a file from
 * before. With `until`, newer series are left out.
 */
export async function hashRights({ heavy }: Context, viewer: Viewer, until?: Date) {
  const {
    userId: _,
    username: _name,
    role: _role,
    permissions: _may,
    proof: _proof,
    ...rest
  } = viewer
  const hidden = viewer.restrictions ? await listHiddenSeries(heavy, viewer, until) : []
  return createHash('sha256')
    .update(JSON.stringify([rest, hidden]))
    .digest('hex')
}

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
