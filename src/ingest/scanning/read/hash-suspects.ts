/**
 * Identifies files that crashed a reader. Hashing does not parse the file, so it cannot crash.
 * Without a hash, a file that was never read completely is not recognized when it moves.
 */
import { storeContentHash } from '../../../catalog/books/scanned/book-moves'
import type { Run } from '../run'
import type { OpenedFile } from './store-slice'

type Suspect = Pick<OpenedFile, 'n' | 'root' | 'path'>

/** Stores the hashes of files without a stored hash, before they are opened again. */
export async function hashSuspects(
  { ctx, readers, signal }: Pick<Run, 'ctx' | 'readers' | 'signal'>,
  suspects: readonly Suspect[],
) {
  for (const suspect of suspects) {
    signal.throwIfAborted()
    const hashed = await hashSuspect(readers, suspect)
    if (hashed) await ctx.writeBulk((tx) => storeContentHash(tx, { n: suspect.n, ...hashed }))
  }
}

/** Returns content hashes of files that crashed a reader too many times, keyed by number. */
export async function hashCrashingFiles(readers: Run['readers'], files: readonly Suspect[]) {
  const contents = new Map<number, string>()
  for (const file of files) {
    const hashed = await hashSuspect(readers, file)
    if (hashed) contents.set(file.n, hashed.content)
  }
  return contents
}

async function hashSuspect(readers: Run['readers'], { root, path }: Suspect) {
  const [hashed] = await readers.hashFiles([`${root.path}/${path}`])
  // Folders of images do not have a hash of their own.
  return hashed?.content ? { ...hashed, content: hashed.content } : undefined
}
