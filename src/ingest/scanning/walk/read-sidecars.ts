/** Reads what lies beside books. Synchronous, for Workers. */
import { readSidecar, type SidecarContents } from '../../../media/reader/sidecars'
import type { SidecarFound } from './beside'
import { lookAt } from './look'
import { storable } from '../read/storable'

/** null: it could not be read, or is being written: the next scan tries again. */
export type ReadSidecar = SidecarContents | null

export const readSidecars = (root: string, files: readonly SidecarFound[]): ReadSidecar[] =>
  files.map((file) => read([root, file.folder, file.name].filter(Boolean).join('/'), file))

function read(path: string, { kind, size, modifiedAtMs }: SidecarFound): ReadSidecar {
  try {
    const contents = storable(readSidecar(path, kind))
    const now = lookAt(path)
    const isSame = typeof now !== 'string' && now.size === size && now.mtimeMs === modifiedAtMs
    return isSame ? contents : null
  } catch (error) {
    if (typeof (error as { code?: unknown }).code !== 'string') throw error
    return null
  }
}
