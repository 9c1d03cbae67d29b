/** Issues from Metron. */
import { createProviderError } from '../../../platform/outgoing/provider-error'
import type { BookCandidate, BookWork, ProviderAuthor } from '../model'
import type { BuiltInBooks } from '../provider'
import { readPlainText } from '../text/plain-text'
import { listWriters, notOfBooks, readDate, readIsbns, readRoles } from '../text/read-book'
import {
  type JsonObject,
  nonEmpty,
  omitAbsent,
  readId,
  readInteger,
  readItems,
  readLine,
  readLines,
  readObject,
  readUrl,
} from '../text/read-json'
import { readIssueDate } from './comicvine-issues'
import { acceptList, acceptObject, isIdentified } from '../text/response-shape'

export const metronIssues: BuiltInBooks = {
  parts: 'issues',
  async listParts(send, { workId, numbers, limit }) {
    const series = readInteger(workId, { min: 1 })
    if (series === undefined) return []
    for (const number of numbers) {
      const query = new URLSearchParams({ series_id: String(series), number })
      const response = readObject(
        await send({
          path: `/issue/?${query.toString()}`,
          kind: 'search',
          accepts: acceptList('results', isIdentified),
        }),
      )
      const found = readItems(response['results'])
        .slice(0, limit)
        .flatMap((one) => {
          const candidate = readIssue(readObject(one))
          return candidate ? [{ candidate }] : []
        })
      if (found.length > 0) return found
    }
    return []
  },
  async get(send, externalId) {
    const id = readInteger(externalId, { min: 1 })
    if (id === undefined) throw createProviderError('metron', 'not_found')
    const issue = readObject(
      await send({
        path: `/issue/${id}/`,
        kind: 'work',
        accepts: acceptObject('', (one) => readIssue(one) !== undefined),
      }),
    )
    const candidate = readIssue(issue)
    if (!candidate) throw createProviderError('metron', 'not_found')
    return { candidate, work: readWork(issue, candidate) }
  },
  // Other URLs do not contain an ID.
  parseLink: (url) =>
    /^https?:\/\/(?:www\.)?metron\.cloud\/(?:api\/)?issue\/(\d{1,9})(?:[/?#]|$)/i.exec(url)?.[1],
}

function readIssue(issue: JsonObject): BookCandidate | undefined {
  const externalId = readId(issue['id'])
  const number = readLine(issue['number']) ?? readId(issue['number'])
  if (externalId === undefined || number === undefined) return undefined
  const series = readLine(readObject(issue['series'])['name'])
  return {
    ...notOfBooks,
    externalId,
    title: readTitle(issue) ?? readLine(issue['issue']) ?? `${series ?? ''} #${number}`.trim(),
    number,
    year: readDate(issue['cover_date']).year ?? null,
    format: 'comic',
    authors: listWriters(readPeople(issue)),
    publisher: readLine(readObject(issue['publisher'])['name']) ?? null,
    coverUrl: readUrl(issue['image']) ?? null,
    siteUrl: readUrl(issue['resource_url']) ?? null,
    summary: readPlainText(issue['desc']) ?? null,
    isbns: readIsbns([issue['isbn']]),
    language: null,
    isEdition: false,
  }
}

/** Returns the title of a collection, or else the titles of its stories. */
const readTitle = ({ title, name }: JsonObject) =>
  readLine(title) ?? (readLines(name).slice(0, 5).join('; ') || undefined)

const readPeople = ({ credits }: JsonObject): ProviderAuthor[] =>
  readItems(credits).flatMap((one) => {
    const { creator, role } = readObject(one)
    const person = readLine(creator)
    const roles = readItems(role).flatMap((each) => readLine(readObject(each)['name']) ?? [])
    return person === undefined ? [] : readRoles(person, roles)
  })

const readWork = (issue: JsonObject, candidate: BookCandidate): BookWork =>
  omitAbsent({
    title: readTitle(issue),
    summary: candidate.summary ?? undefined,
    isbns: nonEmpty(candidate.isbns),
    publisher: candidate.publisher ?? undefined,
    imprint: readLine(readObject(issue['imprint'])['name']),
    ...readIssueDate(issue['store_date'], issue['cover_date']),
    authors: nonEmpty(readPeople(issue)),
    siteUrl: candidate.siteUrl ?? undefined,
    coverUrl: candidate.coverUrl ?? undefined,
  })
