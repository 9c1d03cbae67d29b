/**
 * Copies of other programs' databases, kept from the preview until the import ends. They are in the
 * storage, because another process may continue the import.
 */
import { existsSync, rmSync } from 'node:fs'
import { mkdir, readdir, rename } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import { getStorage } from '../../../platform/storage/open-storage'
import { deleteFolder, put } from '../../../platform/storage/storage'
import { importLogMessages, importMessages } from '../messages'
import type { ImportRequest } from '../merge/report'
import {
  type OpenSource,
  type ServerKind,
  serverKinds,
  type SourceKind,
  sourceNames,
} from '../neutral-form'
import type { AppOwner } from '../sources/apps/app-source'
import { openAppSource } from '../sources/apps/open-app-source'
import { copyForeign } from '../sources/foreign-copy'
import { listOtherFiles, openForeignSource, requireSourceFile } from '../sources/open-source'

type FileContext = Pick<Context, 'config' | 'log'>

const getFolder = (importId: string) => `imports/${importId}`

/** Folder of the copy that is never opened, so that every read starts from unchanged files. */
const getOriginalFolder = (importId: string) => `${getFolder(importId)}/original`

/** Local files, which are deleted after each step. */
const getWorkFolder = ({ config }: FileContext, importId: string) =>
  join(config.data_dir, getFolder(importId), 'work')

export const getMaxBytes = ({ config }: FileContext) => config.imports.max_mb * 2 ** 20

/**
 * Deletes the files of an import. A storage outage is only logged, because the import itself has
 * ended.
 */
export async function deleteImportFiles(ctx: FileContext, importId: string) {
  rmSync(join(ctx.config.data_dir, getFolder(importId)), { recursive: true, force: true })
  try {
    await deleteFolder(getStorage(ctx.config), getFolder(importId))
  } catch (error) {
    ctx.log.warn({ err: error, importId }, importLogMessages.delete_failed())
  }
}

const usualName = 'database.sqlite'

/** Name of calibre's database, which is stored beside that of Calibre-Web. */
const libraryName = 'metadata.db'

/**
 * Stores an uploaded file and, if given, the Calibre library that belongs to it. Returns the name of
 * the file.
 */
export async function storeUploadedSource(
  ctx: FileContext,
  importId: string,
  { file, library }: { file: Blob; library?: Blob | undefined },
): Promise<string> {
  const given = file instanceof File ? basename(file.name) : ''
  const isPlain = /^[\w .-]{1,100}$/.test(given) && !given.startsWith('.')
  // A file named `metadata.db-wal` would be read as the log of the library. Some file systems
  // ignore case.
  const isOfLibrary = given.toLowerCase().startsWith(libraryName)
  const name = isPlain && !(library && isOfLibrary) ? given : usualName
  const store = (key: string, content: Blob) =>
    put(getStorage(ctx.config), `${getOriginalFolder(importId)}/${key}`, content)
  await store(name, file)
  if (library) await store(libraryName, library)
  return name
}

/** Copies the source when it is read for the first time. Returns the name of the copied file. */
export async function copySource(
  ctx: FileContext,
  importId: string,
  { path, fileName, kind }: Pick<ImportRequest, 'path' | 'fileName' | 'kind'>,
): Promise<string> {
  if (path === null || fileName !== '') return fileName
  const serverKind = serverKinds.find((one) => one === kind)
  const from = requireSourceFile(path, serverKind)
  const given = basename(from)
  const name = /^[^\p{Cc}\\]{1,200}$/u.test(given) ? given : usualName
  const others = findOtherFiles(ctx, importId, { from, kind: serverKind })
  const folder = getWorkFolder(ctx, importId)
  const copied = { folder, maxBytes: getMaxBytes(ctx), program: describeProgram(kind) }
  copyForeign({ ...copied, from, name })
  for (const other of others) copyForeign({ ...copied, from: other, name: basename(other) })
  await storeOriginal(ctx, importId, folder)
  return name
}

/** Lists the program's other databases. Leaves the work folder empty. */
function findOtherFiles(
  ctx: FileContext,
  importId: string,
  { from, kind }: { from: string; kind: ServerKind | undefined },
): string[] {
  deleteWorkFiles(ctx, importId)
  const folder = getWorkFolder(ctx, importId)
  try {
    return listOtherFiles({ path: from, folder, maxBytes: getMaxBytes(ctx), kind })
  } finally {
    deleteWorkFiles(ctx, importId)
  }
}

/**
 * Moves all files of the folder to the storage, after deleting files that an interrupted attempt
 * left in the storage.
 */
async function storeOriginal(ctx: FileContext, importId: string, folder: string) {
  const storage = getStorage(ctx.config)
  const original = getOriginalFolder(importId)
  await deleteFolder(storage, original)
  for (const name of await readdir(folder)) {
    await storage.store(original, async (target) => {
      await rename(join(folder, name), target)
      return { key: `${original}/${name}` }
    })
  }
}

const describeProgram = (kind: SourceKind | null) =>
  kind === null ? 'The other program' : sourceNames[kind]

/** Opens the copy. The caller closes the source, and deletes the work files. */
export async function openCopiedSource(
  ctx: FileContext,
  importId: string,
  { path: copyOf, fileName, kind }: Pick<ImportRequest, 'path' | 'fileName' | 'kind'>,
): Promise<OpenSource> {
  const path = await requireCopy(ctx, importId, fileName)
  return openForeignSource({
    path,
    folder: getWorkFolder(ctx, importId),
    maxBytes: getMaxBytes(ctx),
    kind: serverKinds.find((one) => one === kind),
    copyOf,
  })
}

/** Returns the path of the copy, and removes files that an earlier attempt left beside it. */
async function requireCopy(ctx: FileContext, importId: string, fileName: string): Promise<string> {
  deleteWorkFiles(ctx, importId)
  const path = join(await fetchOriginal(ctx, importId), fileName)
  if (fileName !== '' && existsSync(path)) return path
  throw new Refusal('conflict', importMessages.copy_gone())
}

/** Opens the copy of a file that a user imports into their own account. */
export async function openCopiedAppFile(
  ctx: FileContext,
  importId: string,
  { request, owner }: { request: Pick<ImportRequest, 'fileName'>; owner: AppOwner },
): Promise<OpenSource> {
  const path = await requireCopy(ctx, importId, request.fileName)
  return openAppSource({ path, folder: getWorkFolder(ctx, importId) }, owner)
}

/** Returns a local folder with the files of the copy. */
async function fetchOriginal(ctx: FileContext, importId: string): Promise<string> {
  const storage = getStorage(ctx.config)
  const original = getOriginalFolder(importId)
  if (storage.type === 'folder') return join(ctx.config.data_dir, original)
  const folder = join(getWorkFolder(ctx, importId), 'original')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for await (const keys of storage.list(original)) {
    for (const key of keys) {
      await using file = await storage.getLocal(key)
      if (file) await rename(file.path, join(folder, basename(key)))
    }
  }
  return folder
}

export function deleteWorkFiles(ctx: FileContext, importId: string) {
  rmSync(getWorkFolder(ctx, importId), { recursive: true, force: true })
}
