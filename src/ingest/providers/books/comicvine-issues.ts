/** Issues from ComicVine. */
import { createProviderError } from '../../../platform/outgoing/provider-error'
import type { BookCandidate, BookWork, ProviderAuthor } from '../model'
import type { BuiltInBooks } from '../provider'
import { readPlainText } from '../text/plain-text'
import { listWriters, notOfBooks, readDate, readRoles } from '../text/read-book'
import {
  type JsonObject,
  nonEmpty,
  omitAbsent,
  readId,
  readInteger,
  readItems,
  readLine,
  readObject,
  readUrl,
} from '../text/read-json'
import { acceptList, acceptObject, isIdentified } from '../text/response-shape'

const listed =
  'id,name,issue_number,volume,cover_date,store_date,image,deck,description,site_detail_url'
const maxResults = 100

export const comicvineIssues: BuiltInBooks = {
  parts: 'issues',
  async listParts(send, { workId, numbers, limit }) {
    const volume = readInteger(workId, { min: 1 })
    if (volume === undefined) return []
    for (const number of numbers) {
      // These characters are separators in the filter.
      if (/[,:|]/.test(number)) continue
      const query = new URLSearchParams({
        format: 'json',
        filter: `volume:${volume},issue_number:${number}`,
        limit: String(Math.min(limit, maxResults)),
        field_list: listed,
      })
      const path = `/issues/?${query.toString()}`
      const response = readObject(
        await send({
          path,
          kind: 'search',
          bucket: 'issues',
          accepts: acceptList('results', isIdentified),
        }),
      )
      const found = readItems(response['results']).flatMap((one) => {
        const candidate = readIssue(readObject(one))
        return candidate ? [{ candidate }] : []
      })
      if (found.length > 0) return found
    }
    return []
  },
  async get(send, externalId) {
    const id = readInteger(externalId, { min: 1 })
    if (id === undefined) throw createProviderError('comicvine', 'not_found')
    const path = `/issue/4000-${id}/?format=json&field_list=${listed},person_credits`
    const response = readObject(
      await send({
        path,
        kind: 'work',
        bucket: 'issue',
        accepts: acceptObject('results', (one) => readIssue(one) !== undefined),
      }),
    )
    const issue = readObject(response['results'])
    const candidate = readIssue(issue)
    if (!candidate) throw createProviderError('comicvine', 'not_found')
    return { candidate, work: readWork(issue, candidate) }
  },
  parseLink: (url) =>
    /^https?:\/\/(?:www\.)?comicvine\.(?:gamespot\.)?com\/[^/?#]+\/4000-(\d{1,9})(?:[/?#]|$)/i.exec(
      url,
    )?.[1],
}

function readIssue(issue: JsonObject): BookCandidate | undefined {
  const externalId = readId(issue['id'])
  const number = readNumberText(issue['issue_number'])
  if (externalId === undefined || number === undefined) return undefined
  const series = readLine(readObject(issue['volume'])['name'])
  return {
    ...notOfBooks,
    externalId,
    title: readLine(issue['name']) ?? `${series ?? ''} #${number}`.trim(),
    number,
    // Comics carry a cover date later than their sale date, and file names contain the year of the
    // cover date.
    year: readDate(issue['cover_date']).year ?? readDate(issue['store_date']).year ?? null,
    format: 'comic',
    authors: listWriters(readPeople(issue)),
    publisher: null,
    coverUrl: readUrl(readObject(issue['image'])['original_url']) ?? null,
    siteUrl: readUrl(issue['site_detail_url']) ?? null,
    summary: readPlainText(issue['deck']) ?? readPlainText(issue['description']) ?? null,
    isbns: [],
    language: null,
    isEdition: false,
  }
}

/** Reads a string, which the API usually returns, or a number. */
const readNumberText = (value: unknown) => readLine(value) ?? readId(value)

const readPeople = ({ person_credits: people }: JsonObject): ProviderAuthor[] =>
  readItems(people).flatMap((one) => {
    const { name, role } = readObject(one)
    const person = readLine(name)
    return person === undefined ? [] : readRoles(person, (readLine(role) ?? '').split(','))
  })

const readWork = (issue: JsonObject, candidate: BookCandidate): BookWork =>
  omitAbsent({
    title: readLine(issue['name']),
    summary: candidate.summary ?? undefined,
    ...readIssueDate(issue['store_date'], issue['cover_date']),
    authors: nonEmpty(readPeople(issue)),
    siteUrl: candidate.siteUrl ?? undefined,
    coverUrl: candidate.coverUrl ?? undefined,
  })

/** Returns the sale date, or else the cover date. */
export function readIssueDate(store: unknown, cover: unknown) {
  const sold = readDate(store)
  return sold.year === undefined ? readDate(cover) : sold
}
