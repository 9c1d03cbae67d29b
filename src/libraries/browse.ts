/** Shows the folders of the machine, for choosing one: never files, never what is Quire's or the system's. */
import { dirname, join, resolve } from 'node:path'
import type { Context } from '../context'
import { invalid } from '../errors'
import { askDisk } from './disk'
import { isIn, isSystemFolder, realPathOf, wordsOf } from './folders'
import type { BrowseView } from './model'

/** Whether its folders can be looked into is found out within this time, and each within its own. */
const longestLookMs = 5_000
const entryLookMs = 1_000

export async function browseFolders(ctx: Context, given = '/'): Promise<BrowseView> {
  if (!given.startsWith('/')) throw refusal('must be an absolute path')
  const currentPath = resolve(given)
  const hidden = await realPathOf(ctx.config.data_dir)
  const isHidden = (real: string) => isSystemFolder(real) || isIn(real, hidden)
  try {
    if (isHidden(await askDisk('real', currentPath))) throw refusal('cannot be looked into')
    const { names, truncated } = await askDisk('names', currentPath)
    const shown = names.filter((name) => !isHidden(join(currentPath, name)))
    const entries = await entriesOf(currentPath, shown)
    const parentPath = currentPath === '/' ? null : dirname(currentPath)
    return { currentPath, parentPath, entries, truncated }
  } catch (error) {
    throw refusal(wordsOf(error))
  }
}

/** One that sleeps takes nothing from the others but a moment. */
async function entriesOf(folder: string, names: readonly string[]) {
  const until = performance.now() + longestLookMs
  const entries: BrowseView['entries'] = []
  for (const name of names) {
    const path = join(folder, name)
    const waitMs = Math.min(entryLookMs, until - performance.now())
    const isReadable = waitMs > 0 && (await canEnter(path, waitMs))
    entries.push({ name, path, isDirectory: true, isReadable })
  }
  return entries
}

const canEnter = (path: string, waitMs: number) =>
  askDisk('readable', path, waitMs).catch((error: unknown) => {
    wordsOf(error)
    return false
  })

const refusal = (message: string) =>
  invalid('This folder cannot be shown', [{ path: 'path', message }])
