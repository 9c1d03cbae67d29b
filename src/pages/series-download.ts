/** All books of a series as one ZIP, made while it is sent: no book is ever in memory. */
import { basename } from 'node:path'
import { makeZip } from 'client-zip'
import { locateFile } from '../books/locate'
import type { Context } from '../context'
import { notFound, Refusal } from '../errors'
import { dispositionOf } from '../http/file-answer'
import { getIdentity } from '../series/service'
import type { Viewer } from '../users/model'
import { findSeriesTitle, listFilesOfSeries, listStoredPages } from './queries'

/** Each holds a connection and a file open for as long as it takes. */
const maxAtOnce = 8
let underWay = 0

interface Part {
  name: string
  rootPath: string
  relativePath: string
}

/** Of `HEAD` only the headers. Its length is not known to the server that sends it piece by piece. */
export async function downloadSeries(
  ctx: Context,
  viewer: Viewer,
  id: string,
  request: Request,
): Promise<Response> {
  await getIdentity(ctx.db, viewer, id)
  const parts = await listParts(ctx, id)
  if (parts.length === 0) throw notFound('A book in this series')
  const headers = {
    'content-type': 'application/zip',
    'content-disposition': dispositionOf('attachment', `${await findSeriesTitle(ctx.db, id)}.zip`),
    'cache-control': 'private, no-store',
  }
  if (request.method === 'HEAD') return new Response(null, { headers })
  if (underWay >= maxAtOnce) {
    throw new Refusal('unavailable', 'Too many series are being downloaded. Try again later.', {
      retryAfterSeconds: 60,
    })
  }
  return new Response(makeZip(entriesOf(ctx, parts, request.signal)), { headers })
}

async function listParts(ctx: Context, seriesId: string): Promise<Part[]> {
  const books = await listFilesOfSeries(ctx.db, seriesId)
  const taken = new Set<string>()
  const parts: Part[] = []
  for (const { n, format, rootPath, relativePath } of books) {
    const name = freeName(basename(relativePath), taken)
    if (format !== 'folder') parts.push({ name, rootPath, relativePath })
    else {
      for (const page of await listStoredPages(ctx.db, n)) {
        const path = `${relativePath}/${page.name}`
        parts.push({ name: `${name}/${page.name}`, rootPath, relativePath: path })
      }
    }
  }
  return parts
}

/** Two books of one name are "name" and "name (2)", also where upper and lower case are the same. */
function freeName(name: string, taken: Set<string>): string {
  const dot = name.lastIndexOf('.')
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  let free = name
  for (let number = 2; taken.has(free.toLowerCase()); number++) {
    free = `${stem} (${number})${extension}`
  }
  taken.add(free.toLowerCase())
  return free
}

/** Asked for one by one as the ZIP gets there; what is missing is told in the ZIP itself. */
async function* entriesOf(ctx: Context, parts: readonly Part[], signal: AbortSignal) {
  const missing: string[] = []
  underWay++
  try {
    for (const part of parts) {
      if (signal.aborted) return
      const file = await find(part)
      if (!file) missing.push(part.name)
      else {
        const input = Bun.file(file.path).stream()
        const lastModified = new Date(file.mtimeMs)
        yield { name: part.name, input, lastModified, size: file.size }
      }
    }
    if (missing.length > 0) {
      yield { name: 'MISSING FILES.txt', input: wordsOn(missing), lastModified: ctx.now() }
    }
  } finally {
    underWay--
  }
}

async function find(part: Part) {
  try {
    return await locateFile(part)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

const wordsOn = (missing: readonly string[]) =>
  `These files could not be read when this archive was made:\n\n${missing.join('\n')}\n`
