import { maxEntries, tooManyEntries } from '../archive'
import { BadFile } from '../../contents/contents'
import type { BookFile } from '../../contents/book-file'
import type { RarBlock, RarEntry, RarList } from './rar-entry'
import { decodeEntryNames } from '../zip/entry-names'
import { rar4HeaderLength, readRar4Block } from './rar4'
import { rar5HeaderLength, readRar5Block } from './rar5'

const windowBytes = 4096
/** Allows for comments, recovery records and folders in addition to files. */
const maxBlocks = 2 * maxEntries

/** `hasEnd` means that the archive must end with an end block. Old versions do not have one. */
const versions = {
  4: { start: 7, hasEnd: false, headerLength: rar4HeaderLength, read: readRar4Block },
  5: { start: 8, hasEnd: true, headerLength: rar5HeaderLength, read: readRar5Block },
}

/**
 * Lists a RAR archive from its headers without unpacking. For a truncated or damaged archive,
 * returns the entries before the damage.
 */
export function listRar(file: BookFile): RarList {
  const version = versions[detectVersion(file)]
  const list: RarList = { entries: [], solid: false, volume: false, locked: false, cut: false }
  let files = 0
  let at = version.start
  for (let blocks = 0; at < file.size; blocks++) {
    const block = blocks < maxBlocks ? readBlock(file, at, version) : null
    list.cut = block === null || block.next > file.size
    if (!block) break
    if (block.kind === 'file') addFile(list, block.entry, files++)
    if (block.kind === 'archive') Object.assign(list, getEntryFlags(block))
    if (block.kind === 'locked') list.locked = true
    if (list.locked || block.kind === 'end') return completeList(list)
    at = block.next
  }
  return completeList({ ...list, cut: list.cut || version.hasEnd })
}

const getEntryFlags = ({ solid, volume, locked }: Extract<RarBlock, { kind: 'archive' }>) => ({
  solid,
  volume,
  locked,
})

function detectVersion(file: BookFile): 4 | 5 {
  return file.readUpTo(6, 1)[0] === 0 ? 4 : 5
}

/** Returns null if the block is damaged. */
function readBlock(file: BookFile, at: number, version: (typeof versions)[4 | 5]): RarBlock | null {
  try {
    const window = file.readUpTo(at, windowBytes)
    const length = version.headerLength(window)
    const header = length <= window.length ? window.subarray(0, length) : file.read(at, length)
    return version.read(header, at)
  } catch (error) {
    if (!(error instanceof BadFile)) throw error
    return null
  }
}

function addFile(list: RarList, entry: Omit<RarEntry, 'index'> | null, index: number) {
  if (!entry) return
  if (list.entries.length === maxEntries) throw tooManyEntries()
  list.entries.push({ ...entry, index })
}

const noBytes = Buffer.alloc(0)

/** Names with an unknown encoding are decoded together, because a single name may not reveal it. */
function completeList(list: RarList): RarList {
  const named = list.entries.filter(({ rawName }) => rawName !== undefined)
  const names = decodeEntryNames(
    named.map(({ rawName = noBytes }) => ({ raw: rawName, flags: 0, extra: noBytes })),
  )
  for (const [i, entry] of named.entries()) {
    entry.name = names[i]!.replaceAll('\\', '/')
    delete entry.rawName
  }
  return resolveCopies(list)
}

/** Resolves references between identical files, which may be stored only once. */
function resolveCopies(list: RarList): RarList {
  if (!list.entries.some((entry) => entry.copyOf !== null)) return list
  const originals = new Map(
    list.entries.filter(({ copyOf }) => copyOf === null).map((entry) => [entry.name, entry]),
  )
  const entries = list.entries.map((entry) => {
    const original = entry.copyOf === null ? undefined : originals.get(entry.copyOf)
    return original ? { ...original, name: entry.name, copyOf: entry.copyOf } : entry
  })
  return { ...list, entries }
}
