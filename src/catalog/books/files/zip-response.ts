/** Streams files as a ZIP, so that no book is ever held entirely in memory. */
import { makeZip } from 'client-zip'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import { formatDisposition } from '../../../platform/http/responses/file-response'
import { describeStream } from '../../../platform/http/responses/head-of-stream'
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

/** Streams a ZIP, so its length is unknown. Responds to HEAD with headers only. */
export function createZipResponse(
  ctx: Context,
  request: Request,
  { name, parts }: { name: string; parts: Parts },
): Response {
  const headers = {
    'content-type': 'application/zip',
    'content-disposition': formatDisposition('attachment', name),
    'cache-control': 'private, no-store',
  }
  if (request.method === 'HEAD') return describeStream(headers)
  if (activeCount >= maxAtOnce) {
    throw new Refusal('unavailable', bookMessages.too_many_downloads(), {
      retryAfterSeconds: 60,
    })
  }
  return new Response(makeZip(listEntries(ctx, parts, request.signal)), { headers })
}

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
