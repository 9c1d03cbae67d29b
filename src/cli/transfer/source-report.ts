/**
 * Formats the report of an import from another program, and the list of such imports, for the
 * terminal.
 */
import type { imports } from '../../ingest/importing/schema'
import type {
  ImportReport,
  ListReport,
  Outcomes,
  PersonReport,
} from '../../ingest/importing/merge/report'
import { sourceNames } from '../../ingest/importing/neutral-form'
import { renderMessage } from '../../platform/messages/message'

interface Shown {
  /** null after a preview. */
  importId: string | null
  command: string
}

export function formatSourceReport(report: ImportReport, { importId, command }: Shown): string {
  const { source, people, books, lists, edits, covers, labels, leftOut } = report
  const name = sourceNames[source.kind]
  const lines = [
    `From ${name} (${source.version}): ${say(people.length, 'person', 'people')}, ${say(books.total, 'book', 'books')}.`,
    ...describeBooks(report),
    ...people.flatMap(describePerson),
    ...lists.map(describeList),
    ...describeOutcomes('Edited series and books', edits),
    ...describeOutcomes('Uploaded covers', covers),
    ...describeOutcomes('Series with sharing tags', labels),
    ...leftOut.map((message) => `Not taken: ${renderMessage(message)}.`),
    importId === null
      ? `Nothing was changed. To import: ${command}`
      : `Imported. To undo it: quire import undo ${importId}`,
  ]
  return `${lines.map((line) => line.replace(/\.\.$/, '.')).join('\n')}\n`
}

const say = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`

const evidence = {
  path: 'by path',
  hash: 'by content',
  former_path: 'by a former path',
  name: 'by name and folder',
  number: 'by series and number',
} as const

function describeBooks({ folders, books }: ImportReport): string[] {
  const found = Object.values(books.found).reduce((sum, one) => sum + one, 0)
  const ways = Object.entries(books.found).map(
    ([by, count]) => `${count} ${evidence[by as keyof typeof evidence]}`,
  )
  return [
    ...folders.map(({ from, to, found: there, sampled }) =>
      to === null
        ? `Folder ${from}: not found here. Specify its location with --map ${from}=FOLDER.`
        : `Folder ${from} is ${to} here: ${there} of ${sampled} compared books are there.`,
    ),
    `Found ${say(found, 'book', 'books')}${ways.length > 0 ? `: ${ways.join(', ')}` : ''}.`,
    ...describeNames(
      [
        'was not found here. Its reading data is added when a scan finds it',
        'were not found here. Their reading data is added when a scan finds them',
      ],
      books.waiting,
      books.missing,
    ),
    ...describeNames(
      ['matches several books here and stays pending', 'match several books here and stay pending'],
      books.ambiguous,
      books.unclear,
    ),
  ]
}

type Forms = readonly [one: string, other: string]

function describeNames([one, other]: Forms, count: number, names: readonly string[]): string[] {
  if (count === 0) return []
  const rest = count - names.length
  return [
    `${say(count, 'book', 'books')} ${count === 1 ? one : other}:`,
    ...names.map((name) => `  ${name}`),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ]
}

function describePerson({
  name,
  account,
  isNew,
  keepsPassword,
  ...counts
}: PersonReport): string[] {
  if (account === null) return [`${name}: left out.`]
  const who = isNew
    ? `${name}: new account "${account}"${keepsPassword ? ', with the same password' : ''}.`
    : `${name} is "${account}" here.`
  return [
    who,
    ...describeOutcomes('  Finished', counts.completed),
    ...describeOutcomes('  Positions', counts.positions),
    ...describeOutcomes('  Ratings and reviews', counts.ratings),
    ...describeOutcomes('  Want to read', counts.wanted),
    ...describeOutcomes('  Bookmarks', counts.bookmarks),
    ...describeOutcomes('  Highlights', counts.highlights),
    ...describeOutcomes('  Reading times', counts.sessions),
  ]
}

const outcomeWords = {
  new: 'new',
  same: 'already here',
  older: 'newer here, left unchanged',
  waiting: 'waiting for the book',
  ambiguous: 'unclear which book',
  not_possible: 'not possible',
} as const

function describeOutcomes(what: string, outcomes: Outcomes = {}): string[] {
  const parts = Object.entries(outcomes).map(
    ([outcome, count]) => `${count} ${outcomeWords[outcome as keyof typeof outcomeWords]}`,
  )
  return parts.length === 0 ? [] : [`${what}: ${parts.join(', ')}.`]
}

function describeList({ name, kind, outcome, found, total }: ListReport): string {
  const what = kind === 'collection' ? 'Collection' : 'Reading list'
  const state = outcome === 'same' ? ', already here' : ''
  return `${what} "${name}": ${found} of ${total} found${state}.`
}

export function formatImports(rows: readonly (typeof imports.$inferSelect)[]): string {
  if (rows.length === 0) return 'Nothing has been imported from other programs yet.\n'
  const lines = rows.map(
    ({ id, kind, createdAt, state }) =>
      `${id}  ${createdAt.toISOString().slice(0, 16).replace('T', ' ')}  ${sourceNames[kind].padEnd(11)} ${state}`,
  )
  return `${lines.join('\n')}\n`
}
