/** Sends all books of a series as one ZIP. */
import { basename } from 'node:path'
import { type Part, createZipResponse } from '../../catalog/books/files/zip-response'
import type { Context } from '../../context'
import { notFound } from '../../errors'
import { getIdentity } from '../../catalog/series/service'
import type { Viewer } from '../../accounts/permissions/model'
import { findSeriesTitle, listSeriesFiles, listStoredPages } from './queries'
import { pageMessages } from './messages'

export async function downloadSeries(
  ctx: Context,
  viewer: Viewer,
  id: string,
  request: Request,
): Promise<Response> {
  await getIdentity(ctx.db, viewer, id)
  const parts = await listParts(ctx, id)
  if (parts.length === 0) throw notFound(pageMessages.series_empty())
  return createZipResponse(ctx, request, {
    name: `${await findSeriesTitle(ctx.db, id)}.zip`,
    parts,
  })
}

async function listParts(ctx: Context, seriesId: string): Promise<Part[]> {
  const books = await listSeriesFiles(ctx.db, seriesId)
  const taken = new Set<string>()
  const parts: Part[] = []
  for (const { n, format, relativePath, ...place } of books) {
    const name = getUniqueName(basename(relativePath), taken)
    if (format !== 'folder') parts.push({ name, relativePath, ...place })
    else {
      for (const page of await listStoredPages(ctx.db, n)) {
        const path = `${relativePath}/${page.name}`
        parts.push({ name: `${name}/${page.name}`, relativePath: path, ...place })
      }
    }
  }
  return parts
}

/** Adds a number, as in "name (2)", if another book has the same name, regardless of case. */
function getUniqueName(name: string, taken: Set<string>): string {
  const dot = name.lastIndexOf('.')
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  let free = name
  for (let number = 2; taken.has(free.toLowerCase()); number++) {
    free = `${stem} (${number})${extension}`
  }
  taken.add(free.toLowerCase())
  return free
}
