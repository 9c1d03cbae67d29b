/** Metron, as described by its documentation. Searches return less information than works. */
import { type ProviderServer, startProviderServer } from './server'

export const metronKey = 'a-token-of-metron'
const refuse = (status: number) => Response.json({ detail: 'refused' }, { status })

export const startMetron = (): ProviderServer =>
  startProviderServer((request, origin) => {
    const { pathname, searchParams } = new URL(request.url)
    if (request.headers.get('authorization') !== `Token ${metronKey}`) return refuse(401)
    const id = /^\/series\/(\d+)\/$/.exec(pathname)?.[1]
    if (id !== undefined) {
      const found = series.find((one) => String(one.id) === id)
      return found ? Response.json(found) : refuse(404)
    }
    const image = `${origin}/cover.png`
    const issueId = /^\/issue\/(\d+)\/$/.exec(pathname)?.[1]
    if (issueId !== undefined) {
      const issue = issues.find((one) => String(one.id) === issueId)
      return issue ? Response.json({ ...issue, image }) : refuse(404)
    }
    if (pathname === '/issue/') {
      if ([...searchParams.keys()].toSorted().join() !== 'number,series_id') return refuse(400)
      const found = issues.filter(
        (one) =>
          String(one.series.id) === searchParams.get('series_id') &&
          one.number === searchParams.get('number'),
      )
      const results = found.map(({ id: issue, number, cover_date }) => ({
        id: issue,
        number,
        cover_date,
        image,
        series: { name: 'Saga', volume: 1, year_began: 2012 },
        issue: `Saga (2012) #${number}`,
      }))
      return Response.json({ count: results.length, next: null, previous: null, results })
    }
    if (pathname !== '/series/' || [...searchParams.keys()].some((name) => name !== 'name')) {
      return refuse(400)
    }
    const text = searchParams.get('name')!.toLowerCase()
    const results = series
      .filter(({ name }) => name.toLowerCase().includes(text))
      .map(({ id: found, name, year_began, volume, issue_count }) => ({
        id: found,
        series: `${name} (${year_began})`,
        year_began,
        volume,
        issue_count,
      }))
    return Response.json({ count: results.length, next: null, previous: null, results })
  })

/** Real works. Their descriptions are not copied from Metron. */
const series = [
  {
    id: 1518,
    name: 'Saga',
    volume: 1,
    year_began: 2012,
    status: 'Ongoing',
    publisher: { id: 5, name: 'Image Comics' },
    imprint: null,
    issue_count: 66,
    desc: 'Two soldiers from both sides of a war have a child.',
    genres: [{ id: 3, name: 'Science Fiction' }],
    cv_id: 46_568,
    resource_url: 'https://metron.cloud/series/saga-2012/',
  },
  {
    id: 2,
    name: 'A Finished One',
    volume: 1,
    year_began: 1986,
    status: 'Completed',
    publisher: { id: 2, name: 'DC Comics' },
    imprint: { id: 1, name: 'Vertigo' },
    issue_count: 12,
    desc: '',
    genres: [],
    cv_id: null,
    resource_url: 'https://metron.cloud/series/a-finished-one-1986/',
  },
]

const issues = [
  {
    id: 7001,
    number: '1',
    series: { id: 1518, name: 'Saga' },
    publisher: { id: 5, name: 'Image Comics' },
    imprint: null,
    title: '',
    name: ['Chapter One'],
    cover_date: '2012-03-01',
    store_date: '2012-03-14',
    desc: 'A family is hunted.',
    isbn: '',
    credits: [
      { id: 1, creator: 'Brian K. Vaughan', role: [{ id: 1, name: 'Writer' }] },
      {
        id: 2,
        creator: 'Fiona Staples',
        role: [
          { id: 2, name: 'Artist' },
          { id: 5, name: 'Cover' },
        ],
      },
    ],
    cv_id: 325_486,
    resource_url: 'https://metron.cloud/issue/saga-2012-1/',
  },
]
