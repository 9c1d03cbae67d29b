/**
 * Cache of opened EPUBs. They are read on demand rather than during the scan: reading one takes a
 * millisecond, the file is always the current one, and the database stays small.
 */
import { getBookWithFile } from '../../../catalog/books/files/book-with-file'
import { type FoundFile, locateFile } from '../../../catalog/books/files/locate'
import type { Config } from '../../../platform/config/model'
import type { Context } from '../../../context'
import { decoder, type DecoderSettings } from '../../../media/decoding/decoder'
import { Refusal } from '../../../errors'
import type { Publication } from '../../../media/epub/publication'
import type { Viewer } from '../../../accounts/permissions/model'
import { convertDecodeError } from '../page-errors'
import { SharedWork } from '../shared-work'
import { Semaphore } from '../../../platform/lib/semaphore'
import { pageMessages } from '../messages'

type Book = Awaited<ReturnType<typeof getBookWithFile>>

export interface OpenPublication {
  book: Book
  file: FoundFile
  publication: Publication
}

/** Maximum number of open publications. `maxFiles` limits the total number of files in them. */
const maxOpen = 32
const maxFiles = 200_000

class Publications {
  /** Least recently used first. */
  readonly #open = new Map<string, Publication>()
  readonly #running = new SharedWork<Publication>()
  readonly #slots = new Semaphore(2, 50)
  readonly #decoders: DecoderSettings

  constructor({ thumbnails }: Config) {
    this.#decoders = thumbnails
  }

  async read(key: string, path: string, signal: AbortSignal): Promise<Publication> {
    const known = this.#open.get(key)
    const publication =
      known ??
      (await this.#running.join(key, signal, (abandoned) =>
        this.#slots.run(abandoned, () =>
          decoder(this.#decoders).run('readPublication', { path }, { first: true }),
        ),
      ))
    this.#open.delete(key)
    this.#open.set(key, publication)
    this.#close()
    return publication
  }

  #close() {
    let files = 0
    for (const { files: held } of this.#open.values()) files += held.size
    for (const [key, { files: held }] of this.#open) {
      if (this.#open.size <= 1 || (this.#open.size <= maxOpen && files <= maxFiles)) return
      this.#open.delete(key)
      files -= held.size
    }
  }
}

const publicationsByConfig = new WeakMap<Config, Publications>()

export async function openPublication(
  ctx: Context,
  viewer: Viewer,
  id: string,
  signal: AbortSignal,
): Promise<OpenPublication> {
  const book = await getBookWithFile(ctx, viewer, id)
  if (book.format !== 'epub') {
    throw new Refusal('not_found', pageMessages.not_an_epub())
  }
  const file = await locateFile(ctx.db, book)
  const publications = publicationsByConfig.get(ctx.config) ?? new Publications(ctx.config)
  publicationsByConfig.set(ctx.config, publications)
  try {
    const key = `${book.id} ${file.size} ${file.mtimeMs}`
    return { book, file, publication: await publications.read(key, file.path, signal) }
  } catch (error) {
    throw convertDecodeError(error)
  }
}
