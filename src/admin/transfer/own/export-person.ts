/** Exports all data of one user, as a snapshot of one moment. */
import type { Viewer } from '../../../accounts/permissions/model'
import { findViewerOfUser } from '../../../accounts/users/viewer-of-user'
import type { Context } from '../../../context'
import type { Db } from '../../../platform/db/store'
import { yieldToEventLoop } from '../../../platform/lib/yield'
import {
  formatSchema,
  packCoverFiles,
  schemaName,
  writeKind,
} from '../everything/export-everything'
import type { ExportKind, Row } from '../everything/export-kind'
import { formatHeader, headerName } from '../export-header'
import { type ArchiveWriter, createArchive, ExportRefused } from '../files/archive-writer'
import { listAccountNames } from '../queries'
import { limitToPerson, type OwnKinds } from './own-kinds'
import { buildOwnSchema } from './own-schema'
import { listReferredNumbers, listReferredBooks, listReferredSeries } from './referred-queries'

export interface PersonExport {
  kinds: readonly ExportKind[]
  ownKinds: OwnKinds
  isCover: (fileName: string) => boolean
  viewer: Viewer
  /** A folder, or a file whose name ends with `.zip`. */
  to: string
  signal?: AbortSignal
}

type PersonContext = Pick<Context, 'snapshot' | 'config' | 'clock'>

/** Throws `ExportRefused` if there is no such account, or if it is deactivated. */
export async function requirePerson(db: Db, name: string): Promise<Viewer> {
  const account = (await listAccountNames(db)).find((one) => one.name === name)
  const viewer = account && (await findViewerOfUser(db, account.id))
  if (!viewer) throw new ExportRefused(`There is no active user "${name}".`)
  return viewer
}

/**
 * Returns the number of lines by file, and the number of covers. Throws `ExportRefused` if the
 * target already exists.
 */
export async function exportPerson(
  ctx: PersonContext,
  options: PersonExport,
): Promise<{ lines: Record<string, number>; covers: number }> {
  const now = ctx.clock.now()
  const { userId, username } = options.viewer
  const kinds = limitToPerson(options.kinds, options.ownKinds, userId)
  const out = createArchive(options.to, now)
  try {
    out.addText('README.txt', formatOwnReadme(kinds, username))
    out.addText(schemaName, formatSchema(buildOwnSchema(kinds)))
    const result = await ctx.snapshot(async (db) => {
      const coverNames = await writeAll(options, { db, out, kinds })
      const files = { names: coverNames.filter(options.isCover), signal: options.signal }
      const covers = await packCoverFiles(ctx.config, out, files)
      const more = { content: 'person', covers, lines: out.counts }
      out.addText(headerName, await formatHeader(db, now, more))
      return { lines: out.counts, covers }
    })
    out.finish()
    return result
  } finally {
    out.close()
  }
}

interface Work {
  db: Db
  out: ArchiveWriter
  kinds: readonly ExportKind[]
}

/** Returns the file names of the covers. */
async function writeAll(options: PersonExport, { db, out, kinds }: Work): Promise<string[]> {
  const { viewer, ownKinds, signal } = options
  const numbers = {
    series: await listReferredNumbers(db, kinds, 'series'),
    books: await listReferredNumbers(db, kinds, 'books'),
  }
  await writeSeries(options, { db, out, numbers: numbers.series })
  await writeBooks(options, { db, out, numbers: numbers.books })
  const coverNames: string[] = []
  for (const kind of kinds) {
    const { hide } = ownKinds[kind.name]!
    const show = (row: Row) => {
      if (kind.name === 'covers') coverNames.push(String(row['fileName']))
      return hide ? hide(row, viewer) : row
    }
    const limits = { withSecrets: false, ...(signal && { signal }) }
    await writeKind({ db, out, kind, numbers, hide: show }, limits)
  }
  return coverNames
}

interface ItemWork extends Pick<Work, 'db' | 'out'> {
  numbers: readonly number[]
}

const itemsAtOnce = 500

async function* slice(numbers: readonly number[], signal: AbortSignal | undefined) {
  for (let from = 0; from < numbers.length; from += itemsAtOnce) {
    signal?.throwIfAborted()
    yield numbers.slice(from, from + itemsAtOnce)
    await yieldToEventLoop()
  }
}

async function writeSeries({ viewer, signal }: PersonExport, { db, out, numbers }: ItemWork) {
  for await (const some of slice(numbers, signal)) {
    for (const { id, title, isOpen } of await listReferredSeries(db, viewer, some))
      out.write('series', { id, title: isOpen ? title : '' })
  }
}

async function writeBooks({ viewer, signal }: PersonExport, { db, out, numbers }: ItemWork) {
  // As in the API, only users who manage libraries see paths.
  const seesPaths = viewer.permissions.has('libraries:write')
  for await (const some of slice(numbers, signal)) {
    for (const { isOpen, ...book } of await listReferredBooks(db, viewer, some)) {
      if (!isOpen) out.write('books', hideBook(book.id))
      else out.write('books', seesPaths ? book : hidePath(book))
    }
  }
}

/** Leaves only the ID, by which an import finds the book. */
const hideBook = (id: string) => ({
  id,
  title: '',
  series: null,
  path: null,
  identity: `id:${id}`,
  contentHash: null,
})

const hidePath = <Book extends { id: string; contentHash: string | null }>(book: Book) => ({
  ...book,
  path: null,
  identity: book.contentHash ?? `id:${book.id}`,
})

/** Formats a text for people who open the archive without Quire. */
function formatOwnReadme(kinds: readonly ExportKind[], username: string): string {
  const names = kinds.map(({ name, about }) => `${`${name}.jsonl`.padEnd(32)}${about}`)
  return `This is an export from Quire of everything that ${username} made and did there.
It contains no passwords and no keys, nothing of other people, and not the books themselves.

Each .jsonl file has one JSON object on each line, in UTF-8. A file without lines is not there.
Times are in UTC, or in milliseconds since 1970 if their name ends in "Ms". Pages count from 1, and
fractions are from 0 to 1. A member that is named after a kind of record, such as "book", is an ID.
export.schema.json is a JSON Schema of the lines, and export.json has their number and the version.

To add what ${username} read and made to an installation, over the same books or others:

  quire import THIS_ARCHIVE --reading --apply

${'series.jsonl'.padEnd(32)}Series that other files refer to.
${'books.jsonl'.padEnd(32)}Books that other files refer to.
${names.join('\n')}
${'covers/'.padEnd(32)}Files of the picture, and of uploaded covers of lists.
`
}
