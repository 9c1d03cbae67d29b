/** Shows the folders of the machine, for choosing one: never files, never what is Quire's or the system's. */
import { constants } from 'node:fs'
import { access, opendir, realpath } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Context } from '../context'
import { invalid } from '../errors'
import { isIn, isSystemFolder, realPathOf, soon, wordsOf } from './folders'
import type { BrowseView } from './model'

const maxEntries = 1000
/** Entries of any kind that are looked at: a folder of a million files must not keep us busy. */
const maxLookedAt = 20_000

export async function browseFolders(ctx: Context, given = '/'): Promise<BrowseView> {
  if (!given.startsWith('/')) throw refusal('must be an absolute path')
  const currentPath = resolve(given)
  const hidden = await realPathOf(ctx.config.data_dir)
  const isHidden = (real: string) => isSystemFolder(real) || isIn(real, hidden)
  try {
    if (isHidden(await soon(realpath(currentPath)))) throw refusal('cannot be looked into')
    const { names, truncated } = await soon(folderNames(currentPath))
    const shown = names.filter((name) => !isHidden(join(currentPath, name)))
    const entries = await Promise.all(shown.map((name) => entryOf(currentPath, name)))
    const parentPath = currentPath === '/' ? null : dirname(currentPath)
    return { currentPath, parentPath, entries, truncated }
  } catch (error) {
    throw refusal(wordsOf(error))
  }
}

async function folderNames(path: string) {
  const names: string[] = []
  let lookedAt = 0
  for await (const entry of await opendir(path)) {
    if (++lookedAt > maxLookedAt || names.length >= maxEntries) {
      return { names: names.toSorted(), truncated: true }
    }
    const isShown = entry.isDirectory() && !entry.name.startsWith('.')
    if (isShown && !entry.name.includes('\ufffd')) names.push(entry.name)
  }
  return { names: names.toSorted(), truncated: false }
}

async function entryOf(folder: string, name: string) {
  const path = join(folder, name)
  const isReadable = await soon(access(path, constants.R_OK | constants.X_OK)).then(
    () => true,
    () => false,
  )
  return { name, path, isDirectory: true, isReadable }
}

const refusal = (message: string) =>
  invalid('This folder cannot be shown', [{ path: 'path', message }])
