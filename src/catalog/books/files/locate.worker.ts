/** Looks where files are, beside the main thread: on a network disk that sleeps this can take for ever. */
import { realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { checkFileSystem } from '../../../platform/db/folder/file-system'

declare const self: Worker

export interface Question {
  key: number
  rootPath: string
  relativePath: string
}

/** `code`: that of the system, or `outside` or `no_file`. */
export type Answer = { key: number } & (
  { path: string; size: number; mtimeMs: number; isLocal: boolean } | { code: string }
)

self.addEventListener('message', ({ data }: MessageEvent<Question[]>) => {
  for (const question of data) self.postMessage(answer(question))
})

/** Links that lead out of the library's folder are not followed. */
function answer({ key, rootPath, relativePath }: Question): Answer {
  try {
    const root = realpathSync(rootPath)
    const path = realpathSync(join(rootPath, relativePath))
    if (!path.startsWith(root.endsWith(sep) ? root : root + sep)) return { key, code: 'outside' }
    const found = statSync(path)
    if (!found.isFile()) return { key, code: 'no_file' }
    return { key, path, size: found.size, mtimeMs: found.mtimeMs, isLocal: isLocal(root) }
  } catch (error) {
    return { key, code: String((error as { code?: unknown }).code ?? error) }
  }
}

/** A disk of this machine, as far as the system tells: over a network, any look may take for ever. */
const isLocal = (folder: string) =>
  process.platform === 'linux' && checkFileSystem(folder).kind === 'fine'
