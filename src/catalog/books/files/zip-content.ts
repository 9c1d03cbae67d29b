/** Streams files as a ZIP, so that no book is ever held entirely in memory. */
import { makeZip } from 'client-zip'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import type { Content } from '../../../platform/http/responses/content'
import { type FilePlace, locateFile } from './locate'
import { bookMessages } from '../messages'

/** Each download holds a connection and an open file. */
const maxAtOnce = 8
let activeCount = 0

export interface Part extends FilePlace {
  /** Path inside the ZIP, with `/` between folders. */
  name: string
}

type Parts = Iterable<Part> | AsyncIterable<Part>

/** Creates a ZIP that is streamed, so its length is unknown. */
export const createZipContent = (
  ctx: Context,
  { name, parts }: { name: string; parts: Parts },
): Content => ({
  type: 'application/zip',
  caching: 'neverShared',
  fileName: name,
  isGenerated: true,
  async open({ signal }) {
    if (activeCount >= maxAtOnce) {
      throw new Refusal('unavailable', bookMessages.too_many_downloads(), {
        retryAfterSeconds: 60,
      })
    }
    return makeZip(listEntries(ctx, parts, signal))
  },
})

/**
 * Opens files one by one while the ZIP is streamed. Missing files are listed in a file inside the
 * ZIP.
 */
async function* listEntries(ctx: Context, parts: Parts, signal: AbortSignal) {
  const missing: string[] = []
  activeCount++
  try {
    for await (const part of parts) {
      if (signal.aborted) return
      const file = await findPart(ctx, part)
      if (!file) missing.push(part.name)
      else {
        const input = Bun.file(file.path).stream()
        const lastModified = new Date(file.mtimeMs)
        yield { name: part.name, input, lastModified, size: file.size }
      }
    }
    if (missing.length > 0) {
      yield {
        name: 'MISSING FILES.txt',
        input: describeMissing(missing),
        lastModified: ctx.clock.now(),
      }
    }
  } finally {
    activeCount--
  }
}

async function findPart({ db }: Context, part: Part) {
  try {
    return await locateFile(db, part)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

const describeMissing = (missing: readonly string[]) =>
  `These files could not be read when this archive was made:\n\n${missing.join('\n')}\n`
