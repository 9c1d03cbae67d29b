/** Unpacks archive pages to files, so that a whole archive never has to be in memory. */
import type { BadFile } from '../contents/contents'
import { writeFully } from './write-file'
import type { Message } from '../../platform/messages/message'

export interface UnpackTask {
  path: string
  /** Numbers of the entries, in page order. */
  entries: number[]
  /** The entry that a user is waiting for. */
  first: number
  /** Path prefix. The path of each page is this prefix followed by its number, such as `…-e12`. */
  prefix: string
}

/** `code` and `message` explain why the page could not be unpacked. */
export type UnpackedPage = { entry: number } & (
  { bytes: number } | { code: string; message: Message }
)

/**
 * Unpacks only the entry `first` from an archive with random access. From other archives, unpacks
 * all entries in one or two passes.
 */
export async function unpackPages(
  { path, entries, first, prefix }: UnpackTask,
  report: (page: UnpackedPage) => void,
): Promise<'single' | 'many'> {
  const { unpackAll, chooseUnpacker } = await import('../reader/decoder-archives')
  const access = chooseUnpacker(path)
  const take = (entry: number, bytes: Uint8Array | BadFile) => {
    if (bytes instanceof Uint8Array) report({ entry, ...writeFully(`${prefix}-e${entry}`, bytes) })
    else report({ entry, code: bytes.code, message: bytes.userMessage })
    return true
  }
  const at = access === 'blocks' ? Math.max(0, entries.indexOf(first)) : 0
  const passes = access === 'single' ? [[first]] : [entries.slice(at), entries.slice(0, at)]
  for (const wanted of passes) if (wanted.length > 0) await unpackAll(path, take, new Set(wanted))
  return access === 'single' ? 'single' : 'many'
}
