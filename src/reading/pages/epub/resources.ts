/** The files inside an EPUB. Their content is untrusted and is shown in a browser. */
import { convertFileError, type FoundFile } from '../../../catalog/books/files/locate'
import type { Context } from '../../../context'
import { notFound, Refusal } from '../../../errors'
import { isRare } from '../../../media/archives/zip/rare-methods'
import { decoder } from '../../../media/decoding/decoder'
import { foldEntryName } from '../../../media/epub/epub-files'
import type { Publication, PublicationFile } from '../../../media/epub/publication'
import { createStrongEtag } from '../../../platform/http/responses/etag'
import type { ResourceRequest } from '../../../platform/http/responses/resource-response'
import type { Content, Recipient } from '../../../platform/http/responses/content'
import type { Viewer } from '../../../accounts/permissions/model'
import { convertToHtml, buildImagePage } from './as-html'
import { readBytes, validateRange } from '../read-page-bytes'
import { openPublication } from './publications'
import { convertDecodeError, createDamagedError } from '../page-errors'
import { getRenderQueue } from '../render-queue'
import { pageMessages } from '../messages'

const localHeaderBytes = 30
const localSignature = 0x04034b50

export async function getResource(
  ctx: Context,
  viewer: Viewer,
  id: string,
  { path, asHtml, signal }: ResourceRequest,
): Promise<Content> {
  const { book, file, publication } = await openPublication(ctx, viewer, id, signal)
  const name = decodeName(path)
  const found = findFile(publication, name)
  if (!found) throw notFound(pageMessages.part_not_found())
  if (found.refused) throw new Refusal('not_found', found.refused)
  const type = getSafeMediaType(found, name)
  const form = asHtml ? getHtmlForm(type, found) : 'as it is'
  return {
    type: form === 'as it is' ? type : 'text/html; charset=utf-8',
    etag: createStrongEtag(book.id, file.size, file.mtimeMs, `resource ${form}`, name),
    caching: 'hour',
    async open(recipient) {
      if (form === 'picture') return buildImagePage(name.slice(name.lastIndexOf('/') + 1))
      const bytes = await openFile(ctx, file, found, recipient)
      return form === 'html' ? convertToHtml(await bytes.text()) : bytes
    },
  }
}

async function openFile(
  ctx: Context,
  file: FoundFile,
  found: PublicationFile,
  recipient: Recipient,
): Promise<Blob> {
  if (found.size === 0) return new Blob()
  try {
    return await readPublicationFile(ctx, file, found, recipient)
  } catch (error) {
    throw convertFileError(error)
  }
}

/** XHTML sections that are larger than this are sent unchanged. */
const maxHtmlBytes = 4 << 20

/**
 * Returns the form in which a file is sent to a client that requests HTML. Only XHTML and SVG are
 * converted, because browsers cannot always show them.
 */
function getHtmlForm(type: string, { size }: PublicationFile) {
  if (type === 'image/svg+xml') return 'picture'
  return type === 'application/xhtml+xml' && size <= maxHtmlBytes ? 'html' : 'as it is'
}

/** Returns the name of an archive entry, which is never a file system path. */
function decodeName(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    throw notFound(pageMessages.part_not_found())
  }
}

const foldedNames = new WeakMap<Publication, Map<string, string>>()

/** Finds a file in the EPUB, even if a link spells its name differently. */
function findFile(publication: Publication, name: string): PublicationFile | undefined {
  const { files } = publication
  const exact = files.get(name)
  if (exact) return exact
  const names =
    foldedNames.get(publication) ??
    new Map([...files.keys()].map((key) => [foldEntryName(key), key]))
  foldedNames.set(publication, names)
  return files.get(names.get(foldEntryName(name)) ?? '')
}

/** Reads and unpacks a file that is not empty. */
export async function readPublicationFile(
  ctx: Context,
  { path, size: fileSize }: FoundFile,
  { headerOffset, size, packedSize, method, entry }: PublicationFile,
  recipient: Recipient,
): Promise<Blob> {
  if (isRare({ method })) return unpackRareFile(ctx, path, entry)
  const header = Buffer.from(
    await Bun.file(path)
      .slice(headerOffset, headerOffset + localHeaderBytes)
      .arrayBuffer(),
  )
  if (header.length < localHeaderBytes || header.readUInt32LE(0) !== localSignature)
    throw createDamagedError()
  const afterHeader = localHeaderBytes + header.readUInt16LE(26) + header.readUInt16LE(28)
  const range = { offset: headerOffset + afterHeader, packedSize, size, method }
  validateRange(range, fileSize)
  return readBytes(path, range, { inflating: getRenderQueue(ctx).inflating, recipient })
}

async function unpackRareFile({ config }: Context, path: string, entry: number): Promise<Blob> {
  const page = { ...unknownPage, entry }
  try {
    const bytes = await decoder(config.thumbnails).run(
      'extractPage',
      { path, page },
      { first: true },
    )
    return new Blob([new Uint8Array(bytes)])
  } catch (error) {
    throw convertDecodeError(error)
  }
}

/** A placeholder, because the decoder needs only the index of the entry. */
const unknownPage = { name: '', mediaType: '', size: 0, width: null, height: null }

const safeTypes =
  /^(application\/(xhtml\+xml|x-dtbncx\+xml|oebps-package\+xml|smil\+xml|pdf|font-\w+|vnd\.ms-opentype|x-font-\w+)|text\/(html|css|plain)|(image|audio|video|font)\/[\w.+-]+)$/

const typesByExtension: Record<string, string> = {
  xhtml: 'application/xhtml+xml',
  html: 'text/html',
  htm: 'text/html',
  css: 'text/css',
  opf: 'application/oebps-package+xml',
  ncx: 'application/x-dtbncx+xml',
  svg: 'image/svg+xml',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  otf: 'font/otf',
  ttf: 'font/ttf',
  woff: 'font/woff',
  woff2: 'font/woff2',
}

/**
 * Returns the declared media type or, without one, that of the file name extension. Scripts and all
 * other types that are not known to be harmless are sent as plain bytes.
 */
function getSafeMediaType({ mediaType }: PublicationFile, name: string): string {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  const type = mediaType || (typesByExtension[extension] ?? '')
  return safeTypes.test(type) ? type : 'application/octet-stream'
}
