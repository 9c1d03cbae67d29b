/** Book files for download. For pages, see reading/pages. */
import { basename, extname } from 'node:path'
import type { Context } from '../../../context'
import type { Content } from '../../../platform/http/responses/content'
import { createStrongEtag } from '../../../platform/http/responses/etag'
import type { Viewer } from '../../../accounts/permissions/model'
import { getBookWithFile } from './book-with-file'
import { locateFile, requireReadable } from './locate'
import { findPages } from '../queries'
import { createZipContent } from './zip-content'

/** Returns the file, or a ZIP of the images if the book is an image folder. */
export async function getFile(ctx: Context, viewer: Viewer, id: string): Promise<Content> {
  const book = await getBookWithFile(ctx, viewer, id)
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
    return createZipContent(ctx, { name: `${name}.cbz`, parts })
  }
  const { path, size, mtimeMs } = await locateFile(ctx.db, book)
  const file = await requireReadable(Bun.file(path))
  return {
    type: mediaTypes[book.format ?? ''] ?? typeByExtension(book.relativePath),
    etag: createStrongEtag(book.id, size, mtimeMs),
    caching: 'revalidate',
    fileName: name,
    open: async () => file,
  }
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
