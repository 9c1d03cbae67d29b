/**
 * E-books as KEPUB: EPUB for Kobo's own reader, which keeps exact positions and turns pages faster.
 */
import type { Viewer } from '../../../accounts/permissions/model'
import { getFile } from '../../../catalog/books/files/download'
import { getVisibleBook } from '../../../catalog/books/service'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import type { Publication, PublicationFile } from '../../../media/epub/publication'
import type { Content } from '../../../platform/http/responses/content'
import { createStrongEtag } from '../../../platform/http/responses/etag'
import { openPublication, type OpenPublication } from '../../../reading/pages/epub/publications'
import { readPublicationFile } from '../../../reading/pages/epub/resources'
import { koboLogMessages } from '../messages'
import { type EpubEntry, getConvertedEpub } from './converted-files'
import { KepubConverter } from './kepub-converter'

/** Larger documents are sent unconverted, to limit the memory use of the Worker. */
const maxDocumentBytes = 8 << 20
const maxFiles = 20_000

/**
 * Returns the converted e-book. Returns the original file if the e-book has a fixed layout or too
 * many files, or if it or one of its files cannot be opened.
 */
export async function getKepub(
  ctx: Context,
  viewer: Viewer,
  id: string,
  clientSignal: AbortSignal,
): Promise<Content> {
  const open = await tryOpen(ctx, viewer, id, clientSignal)
  if (!open || !isConvertible(open.publication)) return getFile(ctx, viewer, id)
  const { book, file } = open
  return getConvertedEpub(ctx, {
    bookId: id,
    form: 'kepub',
    name: `${book.title}.kepub.epub`,
    etag: createStrongEtag(id, 'kepub', file.size, file.mtimeMs),
    lastModified: new Date(file.mtimeMs),
    expectedBytes: file.size * 2,
    isSlow: false,
    listEntries: (signal) => listEntries(ctx, open, signal),
  })
}

/** Returns undefined if Quire cannot open the e-book. The device may still be able to open it. */
async function tryOpen(ctx: Context, viewer: Viewer, id: string, signal: AbortSignal) {
  try {
    return await openPublication(ctx, viewer, id, signal)
  } catch (error) {
    const isRefused = error instanceof Refusal && error.reason !== 'unavailable'
    const { format } = await getVisibleBook(ctx, viewer, id)
    if (isRefused && format === 'epub') return undefined
    throw error
  }
}

const isConvertible = ({ files, fixedLayout }: Publication) =>
  !fixedLayout &&
  files.size <= maxFiles &&
  [...files.values()].every(({ refused }) => refused === null)

async function* listEntries(
  ctx: Context,
  open: OpenPublication,
  signal: AbortSignal,
): AsyncGenerator<EpubEntry> {
  const { publication } = open
  const documents = new Set(publication.spine.map(({ href }) => href))
  for (const [name, found] of publication.files) {
    if (name === 'mimetype') continue
    const bytes = await readOrSkip(ctx, open, found, signal)
    if (!bytes) continue
    const isText = documents.has(name) && isDocument(found)
    yield { name, input: isText ? await convert(ctx, bytes, signal) : bytes }
  }
}

/** Skips damaged files in the e-book, so that they do not affect the others. */
async function readOrSkip(
  ctx: Context,
  { file }: OpenPublication,
  found: PublicationFile,
  signal: AbortSignal,
): Promise<Blob | undefined> {
  if (found.size === 0) return new Blob([])
  try {
    return await readPublicationFile(ctx, file, found, { signal })
  } catch (error) {
    if (error instanceof Refusal && error.reason !== 'unavailable') return undefined
    throw error
  }
}

const isDocument = ({ mediaType, size }: PublicationFile) =>
  mediaType === 'application/xhtml+xml' && size <= maxDocumentBytes

const converter = new KepubConverter()

/** Converts a document. If that is not possible, it is sent unchanged. */
async function convert(ctx: Context, document: Blob, signal: AbortSignal) {
  const outcome = await converter.convert(await document.bytes(), signal)
  if ('converted' in outcome) return outcome.converted ?? document
  const { failure } = outcome
  ctx.log.warn({ failure, bytes: document.size }, koboLogMessages.document_not_converted())
  return document
}
