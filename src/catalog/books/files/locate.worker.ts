/** Locates files in a Worker, because access to a sleeping network disk can block forever. */
import { realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { isSystemFolder } from '../../libraries/folders/path-rules'
import { checkFileSystem } from '../../../platform/db/folder/file-system'

declare const self: Worker

export interface Question {
  key: number
  rootPath: string
  relativePath: string
  /** Also accepts files outside the root. */
  followLinks: boolean
}

/** `code` is the system's error code, `outside` or `no_file`. */
export type Answer = { key: number } & (
  | { path: string; size: number; mtimeMs: number; isInside: boolean; isLocal: boolean }
  | { code: string }
)

self.addEventListener('message', ({ data }: MessageEvent<Question[]>) => {
  for (const question of data) self.postMessage(answer(question))
})

/**
 * Follows links that point outside the root only in libraries that allow it. The caller checks the
 * target.
 */
function answer({ key, rootPath, relativePath, followLinks }: Question): Answer {
  try {
    const root = realpathSync(rootPath)
    const path = realpathSync(join(rootPath, relativePath))
    const isInside = path.startsWith(root.endsWith(sep) ? root : root + sep)
    if (!isInside && (!followLinks || isSystemFolder(path))) return { key, code: 'outside' }
    const found = statSync(path)
    if (!found.isFile()) return { key, code: 'no_file' }
    return {
      key,
      path,
      size: found.size,
      mtimeMs: found.mtimeMs,
      isInside,
      isLocal: isInside && isLocal(root),
    }
  } catch (error) {
    return { key, code: String((error as { code?: unknown }).code ?? error) }
  }
}

/**
 * Returns true if the folder is known to be on a local disk. Access to network disks can block
 * forever.
 */
const isLocal = (folder: string) =>
  process.platform === 'linux' && checkFileSystem(folder).kind === 'fine'
