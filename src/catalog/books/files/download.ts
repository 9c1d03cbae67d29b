/** Serves book files for download. Pages are served by reading/pages. */
import { basename, extname } from 'node:path'
import type { Context } from '../../../context'
import { createStrongEtag } from '../../../platform/http/responses/etag'
import { createFileResponse } from '../../../platform/http/responses/file-response'
import type { Viewer } from '../../../accounts/permissions/model'
import { locateFile, requireReadable } from './locate'
import { findPages } from '../queries'
import { getVisibleBook } from '../service'
import { createZipResponse } from './zip-response'

/** Returns the file, or a ZIP of the images if the book is an image folder. */
export async function getFile(
  ctx: Context,
  viewer: Viewer,
  id: string,
  request: Request,
): Promise<Response> {
  const book = await getVisibleBook(ctx, viewer, id)
  const name = basename(book.relativePath)
  if (book.format === 'folder') {
    const pages = await findPages(ctx.db, book.n)
    const parts = pages.map((page) => ({
      name: `${name}/${page.name}`,
      rootId: book.rootId,
      rootPath: book.rootPath,
      relativePath: `${book.relativePath}/${page.name}`,
      followLinks: book.followLinks,
    }))
    return createZipResponse(ctx, request, { name: `${name}.cbz`, parts })
  }
  const { path, size, mtimeMs } = await locateFile(ctx.db, book)
  await requireReadable(Bun.file(path))
  return createFileResponse(request, {
    path,
    etag: createStrongEtag(book.id, size, mtimeMs),
    mediaType: mediaTypes[book.format ?? ''] ?? typeByExtension(book.relativePath),
    name,
    disposition: 'attachment',
  })
}

const mediaTypes: Record<string, string> = {
  cbz: 'application/vnd.comicbook+zip',
  cbr: 'application/vnd.comicbook-rar',
  cb7: 'application/x-cb7',
  cbt: 'application/x-cbt',
  epub: 'application/epub+zip',
  pdf: 'application/pdf',
}

const unknownType = 'application/octet-stream'

/** Returns the media type for downloading a book in the given format. */
export const getDownloadType = (format: string) =>
  mediaTypes[format === 'folder' ? 'cbz' : format] ?? unknownType

const typeByExtension = (path: string) =>
  mediaTypes[extname(path).slice(1).toLowerCase()] ?? unknownType

/** The media types for downloads; a folder is sent as a ZIP file. */
export const downloadTypes = [...Object.values(mediaTypes), 'application/zip', unknownType]
