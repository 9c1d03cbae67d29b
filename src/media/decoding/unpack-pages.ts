/** Unpacks pages of an archive to files, so that a whole archive never has to be in memory. */
import type { BadFile } from '../contents/contents'
import { writeFully } from './write-whole'
import type { Message } from '../../platform/messages/message'

export interface UnpackTask {
  path: string
  /** Numbers of entries, in the order of the pages. */
  entries: number[]
  /** The one of them that somebody waits for. */
  first: number
  /** A page goes to this path and its number: `…-e12`. */
  prefix: string
}

/** `code` and `message`: why the page is not there. */
export type UnpackedPage = { entry: number } & (
  { bytes: number } | { code: string; message: Message }
)

/** An archive that gives each page by itself gives the first alone; others give all on the way. */
export async function unpackPages(
  { path, entries, first, prefix }: UnpackTask,
  tell: (page: UnpackedPage) => void,
): Promise<'single' | 'many'> {
  const { unpackAll, chooseUnpacker: wayThrough } = await import('../reader/compressed')
  const way = wayThrough(path)
  const take = (entry: number, bytes: Uint8Array | BadFile) => {
    if (bytes instanceof Uint8Array) tell({ entry, ...writeFully(`${prefix}-e${entry}`, bytes) })
    else tell({ entry, code: bytes.code, message: bytes.told })
    return true
  }
  const at = way === 'blocks' ? Math.max(0, entries.indexOf(first)) : 0
  const passes = way === 'single' ? [[first]] : [entries.slice(at), entries.slice(0, at)]
  for (const wanted of passes) if (wanted.length > 0) await unpackAll(path, take, new Set(wanted))
  return way === 'single' ? 'single' : 'many'
}
