/** ComicVine as its documentation describes it. Most errors have the status 200. */
import { type ProviderServer, startProviderServer } from './server'

const parameters = new Set([
  'api_key',
  'format',
  'resources',
  'query',
  'limit',
  'field_list',
  'filter',
])
export const comicvineKey = 'a-key-of-comicvine'

export const startComicvine = (): ProviderServer =>
  startProviderServer((request, origin) => {
    const { pathname, searchParams } = new URL(request.url)
    const answer = (code: number, results: unknown) =>
      Response.json({ error: code === 1 ? 'OK' : 'Error', status_code: code, results })
    if (searchParams.get('api_key') !== comicvineKey) return answer(100, [])
    const unknown = [...searchParams.keys()].filter((name) => !parameters.has(name))
    if (unknown.length > 0 || searchParams.get('format') !== 'json') return answer(104, [])
    const all = volumes.map((one) => ({ ...one, image: { original_url: `${origin}/cover.png` } }))
    if (pathname === '/search/') {
      if (searchParams.get('resources') !== 'volume') return answer(104, [])
      const text = searchParams.get('query')!.toLowerCase()
      return answer(
        1,
        all.filter(({ name }) => name.toLowerCase().includes(text)),
      )
    }
    const issue = answerIssues(new URL(request.url), origin, answer)
    if (issue) return issue
    const id = /^\/volume\/4050-(\d+)\/$/.exec(pathname)?.[1]
    const found = all.find((one) => String(one.id) === id)
    return found ? answer(1, found) : answer(101, [])
  })

type Answer = (code: number, results: unknown) => Response

/** Lists contain less information than single issues. */
function answerIssues({ pathname, searchParams }: URL, origin: string, answer: Answer) {
  const parts = issues.map((one) => ({ ...one, image: { original_url: `${origin}/cover.png` } }))
  if (pathname === '/issues/') {
    const [, volume, number] =
      /^volume:(\d+),issue_number:([^,:|]+)$/.exec(searchParams.get('filter') ?? '') ?? []
    if (volume === undefined) return answer(104, [])
    const found = parts.filter(
      (one) => String(one.volume.id) === volume && one.issue_number === number,
    )
    return answer(
      1,
      found.map(({ person_credits: _, ...one }) => one),
    )
  }
  const issueId = /^\/issue\/4000-(\d+)\/$/.exec(pathname)?.[1]
  if (issueId !== undefined) {
    const issue = parts.find((one) => String(one.id) === issueId)
    return issue ? answer(1, issue) : answer(101, [])
  }
  return undefined
}

/** Real works. Their descriptions are not copied from ComicVine. */
const volumes = [
  {
    id: 46568,
    name: 'Saga',
    aliases: null,
    start_year: '2012',
    publisher: { id: 513, name: 'Image' },
    count_of_issues: 54,
    deck: 'Two soldiers from both sides of a war have a child.',
    description: '<p>A long article</p>',
    site_detail_url: 'https://comicvine.gamespot.com/saga/4050-46568/',
  },
  {
    id: 1,
    name: 'Untold &amp; Rare',
    aliases: 'Rare\r\nUntold',
    start_year: null,
    publisher: null,
    count_of_issues: 0,
    deck: null,
    description: null,
    site_detail_url: null,
  },
]

const saga = { id: 46568, name: 'Saga' }
const issues = [
  {
    id: 325486,
    name: 'Chapter One',
    issue_number: '1',
    volume: saga,
    cover_date: '2012-03-31',
    store_date: '2012-03-14',
    deck: null,
    description: '<p>A family is <i>hunted</i>.</p>',
    site_detail_url: 'https://comicvine.gamespot.com/saga-1-chapter-one/4000-325486/',
    person_credits: [
      { id: 1, name: 'Brian K. Vaughan', role: 'writer' },
      { id: 2, name: 'Fiona Staples', role: 'artist, cover' },
    ],
  },
  {
    id: 332141,
    name: null,
    issue_number: '2',
    volume: saga,
    cover_date: '2012-04-30',
    store_date: null,
    deck: null,
    description: null,
    site_detail_url: null,
    person_credits: [],
  },
  {
    id: 332142,
    name: 'Half',
    issue_number: '½',
    volume: saga,
    cover_date: null,
    store_date: null,
    deck: 'A short one.',
    description: null,
    site_detail_url: null,
    person_credits: [],
  },
]
