/** Copies of foreign databases for an import, between its preview and its end. */
import { chmodSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import { importMessages } from '../messages'
import type { ImportRequest } from '../merge/report'
import { type OpenSource, serverKinds, type SourceKind, sourceNames } from '../neutral-form'
import type { AppOwner } from '../sources/apps/app-source'
import { openAppSource } from '../sources/apps/open-app-source'
import { copyForeign } from '../sources/foreign-copy'
import { openForeignSource, requireSourceFile } from '../sources/open-source'

type FileContext = Pick<Context, 'config'>

const folderOf = ({ config }: FileContext, importId: string) =>
  join(config.data_dir, 'imports', importId)

/** The copy that is never opened, so that each reading finds it as it was. */
const originalOf = (ctx: FileContext, importId: string) => join(folderOf(ctx, importId), 'original')

const workOf = (ctx: FileContext, importId: string) => join(folderOf(ctx, importId), 'work')

export const getMaxBytes = ({ config }: FileContext) => config.imports.max_mb * 2 ** 20

export function deleteImportFiles(ctx: FileContext, importId: string) {
  rmSync(folderOf(ctx, importId), { recursive: true, force: true })
}

const usualName = 'database.sqlite'

/** Stores an uploaded file. Returns its name. */
export async function storeUploadedSource(
  ctx: FileContext,
  importId: string,
  file: Blob,
): Promise<string> {
  const given = file instanceof File ? basename(file.name) : ''
  const name = /^[\w .-]{1,100}$/.test(given) && !given.startsWith('.') ? given : usualName
  const folder = originalOf(ctx, importId)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, name)
  await Bun.write(path, file)
  chmodSync(path, 0o600)
  return name
}

/** Copies the source at the first reading. Returns the name of the copied file. */
export function copySource(
  ctx: FileContext,
  importId: string,
  { path, fileName, kind }: Pick<ImportRequest, 'path' | 'fileName' | 'kind'>,
): string {
  if (path === null || fileName !== '') return fileName
  const from = requireSourceFile(
    path,
    serverKinds.find((one) => one === kind),
  )
  const name = basename(from)
  copyForeign({
    from,
    folder: originalOf(ctx, importId),
    maxBytes: getMaxBytes(ctx),
    program: describeProgram(kind),
    name,
  })
  return name
}

const describeProgram = (kind: SourceKind | null) =>
  kind === null ? 'The other program' : sourceNames[kind]

/** Opens the copy. The caller closes the source, and deletes the folder. */
export function openCopiedSource(
  ctx: FileContext,
  importId: string,
  { fileName, kind }: Pick<ImportRequest, 'fileName' | 'kind'>,
): OpenSource {
  const path = requireCopy(ctx, importId, fileName)
  return openForeignSource({
    path,
    folder: prepareWork(ctx, importId),
    maxBytes: getMaxBytes(ctx),
    kind: serverKinds.find((one) => one === kind),
  })
}

/** Returns the folder for copies that are opened, without those of an earlier attempt. */
function prepareWork(ctx: FileContext, importId: string): string {
  deleteWorkFiles(ctx, importId)
  return workOf(ctx, importId)
}

function requireCopy(ctx: FileContext, importId: string, fileName: string): string {
  const path = join(originalOf(ctx, importId), fileName)
  if (fileName !== '' && existsSync(path)) return path
  throw new Refusal('conflict', importMessages.copy_gone())
}

/** Opens the copy of a file that someone imports into their own account. */
export const openCopiedAppFile = (
  ctx: FileContext,
  importId: string,
  { request, owner }: { request: Pick<ImportRequest, 'fileName'>; owner: AppOwner },
): OpenSource =>
  openAppSource(
    { path: requireCopy(ctx, importId, request.fileName), folder: prepareWork(ctx, importId) },
    owner,
  )

export function deleteWorkFiles(ctx: FileContext, importId: string) {
  rmSync(workOf(ctx, importId), { recursive: true, force: true })
}
