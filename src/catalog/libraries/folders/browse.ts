/** Shows the folders of the machine, for choosing one: never files, never what is Quire's or the system's. */
import { basename, dirname, join, resolve } from 'node:path'
import type { Context } from '../../../context'
import { invalid } from '../../../errors'
import { isAbsent } from '../../../platform/lib/missing-files'
import { askDisk } from './disk'
import { isIn, isSystemFolder, realPathOf, wordsOf } from './folders'
import type { BrowseView } from '../model'
import { libraryMessages } from '../messages'
import type { Message } from '../../../platform/messages/message'

/** Whether its folders can be looked into is found out within this time, and each within its own. */
const longestLookMs = 5_000
const entryLookMs = 1_000

interface Asked {
  path?: string | undefined
  /** Only folders whose name holds this text. */
  search?: string | undefined
}

export async function browseFolders(
  ctx: Context,
  { path: given = '/', search }: Asked,
): Promise<BrowseView> {
  if (!given.startsWith('/')) throw refusal(libraryMessages.folder_not_absolute())
  const currentPath = resolve(given)
  const hidden = await realPathOf(ctx.config.data_dir)
  const isHidden = (real: string) => isSystemFolder(real) || isIn(real, hidden)
  try {
    if (isHidden(await askDisk('real', currentPath))) throw refusal(libraryMessages.folder_hidden())
    const found = await askDisk('names', currentPath, { holding: search })
    const looks = await lookInto(
      found.names.map((name) => join(currentPath, name)),
      new Set(found.links.map((name) => join(currentPath, name))),
    )
    const shown = looks.filter(({ path, real }) => real !== null && !isHidden(real ?? path))
    const parentPath = currentPath === '/' ? null : dirname(currentPath)
    return { currentPath, parentPath, entries: shown.map(entryOf), truncated: found.truncated }
  } catch (error) {
    throw refusal(wordsOf(error))
  }
}

interface Looked {
  path: string
  isReadable: boolean
  /** Where a link leads; null: to no folder. undefined for what is no link. */
  real?: string | null
}

const entryOf = ({ path, isReadable }: Looked): BrowseView['entries'][number] => ({
  name: basename(path),
  path,
  isDirectory: true,
  isReadable,
})

/** One that sleeps takes nothing from the others but a moment. */
async function lookInto(paths: readonly string[], links: ReadonlySet<string>): Promise<Looked[]> {
  const until = performance.now() + longestLookMs
  const looks: Looked[] = []
  for (const path of paths) {
    const waitMs = Math.min(entryLookMs, until - performance.now())
    if (links.has(path)) looks.push(await lookAtLink(path, waitMs))
    else looks.push({ path, isReadable: waitMs > 0 && (await canEnter(path, waitMs)) })
  }
  return looks
}

/** What sleeps may well be a folder. */
async function lookAtLink(path: string, waitMs: number): Promise<Looked> {
  if (waitMs <= 0) return { path, isReadable: false }
  try {
    const real = await askDisk('folder', path, { waitMs })
    return { path, real, isReadable: true }
  } catch (error) {
    wordsOf(error)
    return { path, isReadable: false, ...(isAbsent(error) && { real: null }) }
  }
}

const canEnter = (path: string, waitMs: number) =>
  askDisk('readable', path, { waitMs }).catch((error: unknown) => {
    wordsOf(error)
    return false
  })

const refusal = (message: Message) =>
  invalid(libraryMessages.folder_unavailable(), [{ path: 'path', message }])
