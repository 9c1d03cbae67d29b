/** Copies of foreign databases for an import, between its preview and its end. */
import { chmodSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import { importMessages } from '../messages'
import type { ImportRequest } from '../merge/report'
import { type OpenSource, type SourceKind, sourceNames } from '../neutral-form'
import { copyForeign } from '../sources/foreign-copy'
import { listOtherFiles, openForeignSource, requireSourceFile } from '../sources/open-source'

type FileContext = Pick<Context, 'config'>

const folderOf = ({ config }: FileContext, importId: string) =>
  join(config.data_dir, 'imports', importId)

/** The copy that is never opened, so that each reading finds it as it was. */
const originalOf = (ctx: FileContext, importId: string) => join(folderOf(ctx, importId), 'original')

/** Copies that are opened. */
const workOf = (ctx: FileContext, importId: string) => join(folderOf(ctx, importId), 'work')

export const getMaxBytes = ({ config }: FileContext) => config.imports.max_mb * 2 ** 20

export function deleteImportFiles(ctx: FileContext, importId: string) {
  rmSync(folderOf(ctx, importId), { recursive: true, force: true })
}

const usualName = 'database.sqlite'

/** calibre's database beside the one of Calibre-Web. */
const libraryName = 'metadata.db'

/** Stores an uploaded file, and the library that belongs to it. Returns its name. */
export async function storeUploadedSource(
  ctx: FileContext,
  importId: string,
  { file, library }: { file: Blob; library?: Blob | undefined },
): Promise<string> {
  const given = file instanceof File ? basename(file.name) : ''
  const isPlain = /^[\w .-]{1,100}$/.test(given) && !given.startsWith('.')
  const name = isPlain && !(library && given === libraryName) ? given : usualName
  await storeFile(ctx, importId, { name, file })
  if (library) await storeFile(ctx, importId, { name: libraryName, file: library })
  return name
}

async function storeFile(
  ctx: FileContext,
  importId: string,
  { name, file }: { name: string; file: Blob },
) {
  const folder = originalOf(ctx, importId)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, name)
  await Bun.write(path, file)
  chmodSync(path, 0o600)
}

/** Copies the source at the first reading. Returns the name of the copied file. */
export function copySource(
  ctx: FileContext,
  importId: string,
  { path, fileName, kind }: Pick<ImportRequest, 'path' | 'fileName' | 'kind'>,
): string {
  if (path === null || fileName !== '') return fileName
  const from = requireSourceFile(path, kind ?? undefined)
  const [name, maxBytes] = [basename(from), getMaxBytes(ctx)]
  const copied = { folder: originalOf(ctx, importId), maxBytes, program: describeProgram(kind) }
  copyForeign({ ...copied, from, name })
  for (const other of findOtherFiles(ctx, importId, { from, kind })) {
    copyForeign({ ...copied, from: other, name: basename(other) })
  }
  return name
}

function findOtherFiles(
  ctx: FileContext,
  importId: string,
  { from, kind }: { from: string; kind: SourceKind | null },
): string[] {
  const folder = workOf(ctx, importId)
  const maxBytes = getMaxBytes(ctx)
  try {
    return listOtherFiles({ path: from, folder, maxBytes, kind: kind ?? undefined })
  } finally {
    deleteWorkFiles(ctx, importId)
  }
}

const describeProgram = (kind: SourceKind | null) =>
  kind === null ? 'The other program' : sourceNames[kind]

/** Opens the copy. The caller closes the source, and deletes the folder. */
export function openCopiedSource(
  ctx: FileContext,
  importId: string,
  { path: copyOf, fileName, kind }: Pick<ImportRequest, 'path' | 'fileName' | 'kind'>,
): OpenSource {
  const path = join(originalOf(ctx, importId), fileName)
  if (fileName === '' || !existsSync(path)) {
    throw new Refusal('conflict', importMessages.copy_gone())
  }
  const folder = workOf(ctx, importId)
  rmSync(folder, { recursive: true, force: true })
  const maxBytes = getMaxBytes(ctx)
  return openForeignSource({ path, folder, maxBytes, kind: kind ?? undefined, copyOf })
}

export function deleteWorkFiles(ctx: FileContext, importId: string) {
  rmSync(workOf(ctx, importId), { recursive: true, force: true })
}
