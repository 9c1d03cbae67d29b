/** Where the file of a book is at this moment. */
import { realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { Refusal } from '../errors'

export interface FilePlace {
  rootPath: string
  relativePath: string
}

export interface FoundFile {
  /** Absolute, without links. */
  path: string
  size: number
  mtimeMs: number
}

/** The file as it is now. Links that lead out of the library's folder are not followed. */
export async function locateFile({ rootPath, relativePath }: FilePlace): Promise<FoundFile> {
  try {
    const [root, path] = await Promise.all([
      realpath(rootPath),
      realpath(join(rootPath, relativePath)),
    ])
    const found = await stat(path)
    if (!path.startsWith(root.endsWith(sep) ? root : root + sep) || !found.isFile()) throw absent()
    return { path, size: found.size, mtimeMs: found.mtimeMs }
  } catch (error) {
    throw asFileRefusal(error)
  }
}

/** What the machine says of a file, in words for readers. */
export function asFileRefusal(error: unknown): unknown {
  const code = (error as { code?: string }).code ?? ''
  if (['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'].includes(code)) return absent()
  if (['EACCES', 'EPERM', 'EIO', 'ESTALE', 'ENOTCONN'].includes(code)) {
    return new Refusal('unavailable', 'The server cannot read the file of this book at the moment')
  }
  return error
}

const absent = () =>
  new Refusal('not_found', 'The file of this book is not in its library folder any more')
