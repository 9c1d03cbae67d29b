/** Serves the files inside an EPUB. Their content is untrusted and is shown in a browser. */
import { convertFileError, type FoundFile } from '../../../catalog/books/files/locate'
import type { Config } from '../../../platform/config/model'
import type { Context } from '../../../context'
import { notFound, Refusal } from '../../../errors'
import { foldEntryName } from '../../../media/epub/epub-files'
import type { Publication, PublicationFile } from '../../../media/epub/publication'
import { getHiddenPrefix } from '../../../platform/http/requests/hidden-prefix'
import { matchesEtag, createStrongEtag } from '../../../platform/http/responses/etag'
import { createPrivateCacheHeaders } from '../../../platform/http/responses/private-cache'
import type { Recipient } from '../../../platform/http/responses/content'
import type { Viewer } from '../../../accounts/permissions/model'
import { convertToHtml, buildImagePage } from './as-html'
import { readBytes, validateRange } from '../read-page-bytes'
import { openPublication } from './publications'
import { createDamagedError } from '../page-errors'
import { getRenderQueue } from '../render-queue'
import { pageMessages } from '../messages'

const localHeaderBytes = 30
const localSignature = 0x04034b50

export async function getResource(
  ctx: Context,
  viewer: Viewer,
  id: string,
  request: Request,
): Promise<Response> {
  const { book, file, publication } = await openPublication(ctx, viewer, id, request.signal)
  const name = getDecodedName(request)
  const found = findFile(publication, name)
  if (!found) throw notFound(pageMessages.part_not_found())
  if (found.refused) throw new Refusal('not_found', found.refused)
  const type = getSafeMediaType(found, name)
  const form = getServedForm(request, type, found)
  const headers = {
    ...createPrivateCacheHeaders('max-age=3600'),
    etag: createStrongEtag(book.id, file.size, file.mtimeMs, `resource ${form}`, name),
    'content-type': form === 'as it is' ? type : 'text/html; charset=utf-8',
    'content-security-policy': buildContentPolicy(request, ctx.config),
    'x-frame-options': 'SAMEORIGIN',
    'x-content-type-options': 'nosniff',
    vary: 'cookie, sec-fetch-dest',
  }
  if (matchesEtag(request, headers.etag)) return new Response(null, { status: 304, headers })
  if (form === 'picture') {
    return new Response(buildImagePage(name.slice(name.lastIndexOf('/') + 1)), { headers })
  }
  try {
    const isEmpty = found.size === 0
    const bytes = isEmpty ? new Blob() : await readPublicationFile(ctx, file, found, request)
    return new Response(form === 'html' ? convertToHtml(await bytes.text()) : bytes, { headers })
  } catch (error) {
    throw convertFileError(error)
  }
}

/** Larger sections are sent unchanged. */
const maxHtmlBytes = 4 << 20

/** `?as=html` converts XHTML and SVG that browsers cannot show. It does not affect other types. */
function getServedForm({ url }: Request, type: string, { size }: PublicationFile) {
  if (new URL(url).searchParams.get('as') !== 'html') return 'as it is'
  if (type === 'image/svg+xml') return 'picture'
  return type === 'application/xhtml+xml' && size <= maxHtmlBytes ? 'html' : 'as it is'
}

/** Splits the URL after the folder, which is named `resource` in Komga's API. */
function splitAddress({ url }: Request) {
  const { pathname } = new URL(url)
  const { index, 0: folder } = /\/resources?\//.exec(pathname) ?? { index: pathname.length, 0: '' }
  const end = index + folder.length
  return { folder: pathname.slice(0, end), name: pathname.slice(end) }
}

/** Returns the name of an archive entry, which is never a file system path. */
function getDecodedName(request: Request): string {
  try {
    return decodeURIComponent(splitAddress(request).name)
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    throw notFound(pageMessages.part_not_found())
  }
}

const foldedNames = new WeakMap<Publication, Map<string, string>>()

/** Finds a file. Links may write its name differently. */
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
  { headerOffset, size, packedSize, method }: PublicationFile,
  recipient: Recipient,
): Promise<Blob> {
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

/**
 * Allows only resources of this book, and neither scripts nor requests to other destinations. A
 * section opened by itself gets an opaque origin. Inside the reader's frame, it has our origin, so
 * that the reader can access it.
 */
function buildContentPolicy(request: Request, config: Config): string {
  const own = getBookAddress(request, config)
  const destination = request.headers.get('sec-fetch-dest')
  return [
    "default-src 'none'",
    `img-src ${own} data:`,
    `style-src ${own} 'unsafe-inline'`,
    `font-src ${own} data:`,
    `media-src ${own}`,
    "script-src 'none'",
    "object-src 'none'",
    "frame-src 'none'",
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    mayBeFramed(destination) ? 'sandbox allow-same-origin' : 'sandbox',
  ].join('; ')
}

/**
 * Browsers send Sec-Fetch-Dest only over secure connections. The reader must also work over plain
 * HTTP in a home network, so requests without the header are accepted. The other rules apply in
 * both cases.
 */
const mayBeFramed = (destination: string | null) =>
  destination === null || destination === 'iframe' || destination === 'frame'

/**
 * Returns the address of this book's resources. `'self'` would also allow requests to the API with
 * the reader's session.
 */
function getBookAddress(request: Request, { server }: Config): string {
  const { headers, url } = request
  const hidden = getHiddenPrefix(request)
  const publicUrl = hidden === undefined ? server.public_url : undefined
  const { host: asked } = new URL(publicUrl ?? url)
  const given = publicUrl ? asked : (headers.get('host') ?? asked)
  const host = /^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i.test(given) ? given : asked
  // The folder is safe to use in the policy: the route accepts only an ID in its path.
  const { folder } = splitAddress(request)
  const path = hidden === undefined ? `${server.base_path}${folder}` : folder.slice(hidden.length)
  return `${host}${path}`
}

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
 * Returns the declared media type if it is harmless. Scripts and other types are sent as plain
 * bytes.
 */
function getSafeMediaType({ mediaType }: PublicationFile, name: string): string {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  const type = mediaType || (typesByExtension[extension] ?? '')
  return safeTypes.test(type) ? type : 'application/octet-stream'
}
