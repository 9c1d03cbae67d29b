/** Looks at folders beside the main thread: on a disk that sleeps this can take for ever. */
import { accessSync, constants, opendirSync, realpathSync, statSync } from 'node:fs'

declare const self: Worker

/**
 * `real`: where the path leads. `folder`: the same for a folder that can be looked into. `names`: the
 * folders in it. `readable`: whether it can be looked into.
 */
export interface DiskAnswers {
  real: string
  /** null: it is none. */
  folder: string | null
  names: { names: string[]; truncated: boolean }
  readable: true
}

export type DiskKind = keyof DiskAnswers
export interface DiskQuestion {
  kind: DiskKind
  path: string
}
/** `code`: that of the system. */
export type DiskAnswer = { found: DiskAnswers[DiskKind] } | { code: string }

const maxEntries = 1000
/** Entries of any kind that are looked at: a folder of a million files must not keep us busy. */
const maxLookedAt = 20_000
const mayEnter = constants.R_OK | constants.X_OK

self.addEventListener('message', ({ data }: MessageEvent<DiskQuestion>) => {
  self.postMessage(answer(data))
})

function answer({ kind, path }: DiskQuestion): DiskAnswer {
  try {
    return { found: looks[kind](path) }
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (typeof code !== 'string') throw error
    return { code }
  }
}

const looks: { [Kind in DiskKind]: (path: string) => DiskAnswers[Kind] } = {
  real: (path) => realpathSync(path),
  folder: (path) => {
    if (!statSync(path).isDirectory()) return null
    accessSync(path, mayEnter)
    return realpathSync(path)
  },
  names: (path) => foldersIn(path),
  readable: (path) => {
    accessSync(path, mayEnter)
    return true
  },
}

function foldersIn(path: string): DiskAnswers['names'] {
  const names: string[] = []
  const folder = opendirSync(path)
  try {
    let lookedAt = 0
    for (let entry = folder.readSync(); entry; entry = folder.readSync()) {
      if (++lookedAt > maxLookedAt || names.length >= maxEntries) {
        return { names: names.toSorted(), truncated: true }
      }
      const isShown = entry.isDirectory() && !entry.name.startsWith('.')
      if (isShown && !entry.name.includes('\ufffd')) names.push(entry.name)
    }
  } finally {
    folder.closeSync()
  }
  return { names: names.toSorted(), truncated: false }
}
