/**
 * Files that belong to the database: thumbnails, uploaded images, exports, imports and archives.
 * They are in the data folder, or in a bucket that all processes share.
 */

/**
 * The folders that keys may begin with. All other files in the data folder are always on the local
 * disk.
 */
export const storedFolders = ['thumbnails', 'uploads', 'exports', 'imports', 'archives'] as const

export interface FileFacts {
  bytes: number
  changedAt: Date
}

export interface OpenFile extends FileFacts {
  /** Changes whenever the file is replaced. */
  version: string
  /** A file on disk, bytes in memory, or a stream, which can be read only once. */
  body: Blob | ReadableStream<Uint8Array<ArrayBuffer>>
}

/** A file on the local disk. Disposing of it deletes the file if it is a copy. */
export interface LocalFile extends AsyncDisposable {
  path: string
}

/**
 * A key is a path with `/`, such as `uploads/covers/NAME.jpg`. Every method throws for invalid
 * keys.
 */
export interface FileStorage {
  readonly type: 'folder' | 's3'

  /**
   * Calls `write` with the path of a local file to create, and then stores that file under the key
   * that `write` returns, completely or not at all. `folder` is the folder of the key.
   */
  store<Stored extends { key: string }>(
    folder: string,
    write: (path: string) => Promise<Stored>,
  ): Promise<Stored>

  /** Returns undefined if the file does not exist. */
  get(key: string): Promise<OpenFile | undefined>

  /**
   * Returns a local file with the same content, or undefined if the file does not exist. The folder
   * storage does not check this, so it may return the path of a missing file.
   */
  getLocal(key: string): Promise<LocalFile | undefined>

  head(key: string): Promise<FileFacts | undefined>

  /** Does nothing if the file does not exist. */
  delete(key: string): Promise<void>

  /**
   * Yields the keys that start with `folder/`, at most `keysAtOnce` at a time. Skips files whose
   * names are not keys.
   */
  list(folder: string): AsyncIterable<string[]>

  /**
   * Returns a number that changes when files in the folder are added or deleted. Returns undefined
   * if it is unknown.
   */
  findFolderVersion(folder: string): Promise<number | undefined>
}

export const keysAtOnce = 1000

const maxKeyBytes = 900

/** Throws if the key is too long or could refer to a file outside the storage or its folders. */
export function requireKey(key: string): string {
  if (isKey(key)) return key
  throw createKeyError(key)
}

/**
 * Returns false if the key is too long or could refer to a file outside the storage or its folders.
 */
export const isKey = (key: string): boolean => key.includes('/') && isFolder(key)

const createKeyError = (key: string) =>
  new Error(`not a storage key: ${JSON.stringify(key.slice(0, 100))}`)

/** Like `requireKey`, for a folder. */
export function requireFolder(key: string): string {
  if (isFolder(key)) return key
  throw createKeyError(key)
}

function isFolder(key: string): boolean {
  const segments = key.split('/')
  const isPlain = segments.every(
    (one) => one !== '' && one !== '.' && one !== '..' && !/[\p{Cc}\\]/u.test(one),
  )
  const isKnown = (storedFolders as readonly string[]).includes(segments[0]!)
  return isPlain && isKnown && Buffer.byteLength(key) <= maxKeyBytes
}

/** Stores bytes under a key, completely or not at all. */
export async function put(storage: FileStorage, key: string, content: Blob | Uint8Array) {
  const folder = key.slice(0, key.lastIndexOf('/'))
  await storage.store(folder, async (path) => {
    await Bun.write(path, content)
    return { key }
  })
}

/** Deletes all files in a folder. */
export async function deleteFolder(storage: FileStorage, folder: string) {
  for await (const keys of storage.list(folder)) {
    for (const key of keys) await storage.delete(key)
  }
}

/** True for a temporary file, which `store` leaves behind if the program is killed. */
export const isUnfinished = (key: string) => key.endsWith('.part')

/**
 * Returns a stored file as response content. Opening it throws `missing()` if the file no longer
 * exists. A file on disk supports ranges. A file in a bucket does not, and is not opened for HEAD.
 */
export const openDownload = (storage: FileStorage, key: string, missing: () => Error) => ({
  isGenerated: storage.type !== 'folder',
  async open() {
    const file = await storage.get(key)
    if (!file) throw missing()
    return file.body
  },
})
