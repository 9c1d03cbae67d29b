/** The file of a book: the whole of it for taking along, and its pages one by one. */
import { realpath, stat } from 'node:fs/promises'
import { basename, extname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import type { Context } from '../context'
import { notFound, Refusal } from '../errors'
import { isUnchanged, strongTag } from '../http/conditional'
import type { FileToSend } from '../http/file-answer'
import type { Viewer } from '../users/model'
import type { PageView } from './model'
import { findPages } from './queries'
import type { StoredPage } from './schema'
import { getVisibleBook } from './service'

type VisibleBook = Awaited<ReturnType<typeof getVisibleBook>>

const maxPageBytes = 128 << 20

/** Where the file is and how to send it. */
export async function getFile(ctx: Context, viewer: Viewer, id: string): Promise<FileToSend> {
  const book = await getVisibleBook(ctx, viewer, id)
  const { path, size, mtimeMs } = await locate(book)
  return {
    path,
    etag: strongTag(book.id, size, mtimeMs),
    mediaType: mediaTypes[book.format ?? ''] ?? typeByExtension(book.relativePath),
    name: basename(book.relativePath),
    disposition: 'attachment',
  }
}

export async function listPages(ctx: Context, viewer: Viewer, id: string): Promise<PageView[]> {
  const book = await getVisibleBook(ctx, viewer, id)
  const pages = await findPages(ctx.db, book.n)
  return pages.map(({ name, mediaType, size, width, height }, place) => ({
    id: Bun.randomUUIDv5(`page ${place + 1}`, book.id),
    bookId: book.id,
    pageNumber: place + 1,
    fileName: name,
    fileFormat: mediaType.replace(/^image\//, ''),
    fileSize: size,
    width,
    height,
  }))
}

/** One page as it lies in the file, from 1. */
export async function getPage(
  ctx: Context,
  viewer: Viewer,
  id: string,
  { number, request }: { number: number; request: Request },
): Promise<Response> {
  const book = await getVisibleBook(ctx, viewer, id)
  const page = (await findPages(ctx.db, book.n))[number - 1]
  if (!page) throw notFound(`Page ${number} of this book`)
  const place = placeOf(page)
  const { path, size, mtimeMs } = await locate(book)
  refuseChanged(book, { size, mtimeMs })
  if (place.offset + place.packedSize > size) throw damaged()
  const headers = {
    etag: strongTag(book.id, size, mtimeMs, number),
    'cache-control': 'private, max-age=3600',
    'content-type': imageType(page.mediaType),
    'x-content-type-options': 'nosniff',
  }
  if (isUnchanged(request, headers.etag)) return new Response(null, { status: 304, headers })
  return new Response(await bytesOf(path, place), { headers })
}

interface Place {
  offset: number
  packedSize: number
  size: number
  method: number
}

function placeOf({ offset, packedSize, method, size }: StoredPage): Place {
  if (offset === undefined || packedSize === undefined || method === undefined) {
    throw new Refusal('not_found', 'Single pages of this kind of file cannot be shown yet')
  }
  const fits = size <= maxPageBytes && packedSize <= maxPageBytes
  if (!fits || (method === 0 && size !== packedSize)) throw damaged()
  return { offset, packedSize, method, size }
}

/** Where the pages lie was learned in the last scan: in another file they would be somewhere else. */
function refuseChanged(book: VisibleBook, now: { size: number; mtimeMs: number }) {
  if (now.size === book.size && Math.abs(now.mtimeMs - book.modifiedAtMs) < 1) return
  throw new Refusal('conflict', 'The file of this book has changed. Scan its library, then reload.')
}

async function bytesOf(path: string, { offset, packedSize, size, method }: Place) {
  const packed = Bun.file(path).slice(offset, offset + packedSize)
  if (method === 0) return packed
  const bytes = await inflated(await packed.arrayBuffer(), size)
  if (bytes.length !== size) throw damaged()
  return new Uint8Array(bytes)
}

const inflate = promisify<ArrayBuffer, { maxOutputLength: number }, Buffer>(inflateRaw)

async function inflated(packed: ArrayBuffer, size: number): Promise<Buffer> {
  try {
    return await inflate(packed, { maxOutputLength: Math.max(1, size) })
  } catch {
    // zlib's own words mean nothing to a reader of comics; the kinds of damage need no telling apart.
    throw damaged()
  }
}

const damaged = () => new Refusal('not_found', 'This page of the file is damaged')

/** The file as it is now. Links that lead out of the library's folder are not followed. */
async function locate({ rootPath, relativePath }: VisibleBook) {
  try {
    const [root, path] = await Promise.all([
      realpath(rootPath),
      realpath(join(rootPath, relativePath)),
    ])
    const found = await stat(path)
    if (!path.startsWith(root.endsWith(sep) ? root : root + sep) || !found.isFile()) throw absent()
    return { path, size: found.size, mtimeMs: found.mtimeMs }
  } catch (error) {
    throw refusalOf(error)
  }
}

function refusalOf(error: unknown): unknown {
  const code = (error as { code?: string }).code ?? ''
  if (['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'].includes(code)) return absent()
  if (['EACCES', 'EPERM', 'EIO', 'ESTALE', 'ENOTCONN'].includes(code)) {
    return new Refusal('unavailable', 'The server cannot read the file of this book at the moment')
  }
  return error
}

const absent = () =>
  new Refusal('not_found', 'The file of this book is not in its library folder any more')

const mediaTypes: Record<string, string> = {
  cbz: 'application/vnd.comicbook+zip',
  cbr: 'application/vnd.comicbook-rar',
  cb7: 'application/x-cb7',
  cbt: 'application/x-cbt',
  epub: 'application/epub+zip',
  pdf: 'application/pdf',
}

const typeByExtension = (path: string) =>
  mediaTypes[extname(path).slice(1).toLowerCase()] ?? 'application/octet-stream'

/** What a browser could run is sent as plain bytes. */
const imageType = (mediaType: string) =>
  /^image\/(?!svg)[\w.+-]+$/.test(mediaType) ? mediaType : 'application/octet-stream'
