/** The file of a book, the whole of it for taking along. Its pages are sent by pages/. */
import { basename, extname } from 'node:path'
import type { Context } from '../context'
import { strongTag } from '../http/conditional'
import type { FileToSend } from '../http/file-answer'
import type { Viewer } from '../users/model'
import { locateFile } from './locate'
import { getVisibleBook } from './service'

/** Where the file is and how to send it. */
export async function getFile(ctx: Context, viewer: Viewer, id: string): Promise<FileToSend> {
  const book = await getVisibleBook(ctx, viewer, id)
  const { path, size, mtimeMs } = await locateFile(book)
  return {
    path,
    etag: strongTag(book.id, size, mtimeMs),
    mediaType: mediaTypes[book.format ?? ''] ?? typeByExtension(book.relativePath),
    name: basename(book.relativePath),
    disposition: 'attachment',
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

const typeByExtension = (path: string) =>
  mediaTypes[extname(path).slice(1).toLowerCase()] ?? 'application/octet-stream'
