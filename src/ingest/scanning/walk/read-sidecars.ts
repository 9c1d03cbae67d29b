/** Reads sidecar files. Synchronous, for Workers. */
import { readSidecar, type SidecarContents } from '../../../media/reader/sidecars'
import type { FoundSidecar } from './find-sidecars'
import { statPath } from './file-stat'
import { sanitizeForStorage } from '../read/sanitize'

/** null if the file is unreadable or still being written. The next scan tries again. */
export type ReadSidecar = SidecarContents | null

export const readSidecars = (root: string, files: readonly FoundSidecar[]): ReadSidecar[] =>
  files.map((file) =>
    readUnchangedSidecar([root, file.folder, file.name].filter(Boolean).join('/'), file),
  )

function readUnchangedSidecar(
  path: string,
  { kind, size, modifiedAtMs }: FoundSidecar,
): ReadSidecar {
  try {
    const contents = sanitizeForStorage(readSidecar(path, kind))
    const now = statPath(path)
    const isUnchanged = typeof now !== 'string' && now.size === size && now.mtimeMs === modifiedAtMs
    return isUnchanged ? contents : null
  } catch (error) {
    if (typeof (error as { code?: unknown }).code !== 'string') throw error
    return null
  }
}
