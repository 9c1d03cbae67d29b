/** Open Library as its documentation describes it. */
import { type ProviderServer, startProviderServer } from './server'

const parameters = new Set(['q', 'isbn', 'fields', 'limit'])

export const startOpenlibrary = (): ProviderServer =>
  startProviderServer((request) => {
    const { pathname, searchParams } = new URL(request.url)
    if (request.method !== 'GET') return Response.json({}, { status: 405 })
    const path = /^\/(works|authors)\/(OL\d+[WA])\.json$/.exec(pathname)
    if (path) {
      const found = { ...works, ...authors }[path[2]!]
      return found ? Response.json(found) : Response.json({ error: 'notfound' }, { status: 404 })
    }
    if (pathname !== '/search.json') return Response.json({}, { status: 404 })
    const unknown = [...searchParams.keys()].filter((name) => !parameters.has(name))
    if (unknown.length > 0) return Response.json({ unknown }, { status: 400 })
    const [isbn, text] = [searchParams.get('isbn'), (searchParams.get('q') ?? '').toLowerCase()]
    const docs = documents.filter(({ key, title }) =>
      isbn === null ? title.toLowerCase().includes(text) : isbns[isbn] === key,
    )
    return Response.json({ numFound: docs.length, start: 0, docs })
  })

/** Facts are of real works; the descriptions are not those of Open Library. */
const documents = [
  {
    key: '/works/OL893415W',
    title: 'Dune',
    author_name: ['Frank Herbert'],
    first_publish_year: 1965,
    edition_count: 100,
  },
  {
    key: '/works/OL27482W',
    title: 'The Hobbit',
    subtitle: 'or There and Back Again',
    author_name: ['J. R. R. Tolkien'],
    first_publish_year: 1937,
    edition_count: 300,
  },
]

/** Work by the ISBN of an edition. */
const isbns: Record<string, string> = {
  '9780441013593': '/works/OL893415W',
  '9780340960196': '/works/OL893415W',
}

const works: Record<string, object> = {
  OL893415W: {
    key: '/works/OL893415W',
    type: { key: '/type/work' },
    title: 'Dune',
    description: { type: '/type/text', value: 'A family takes over a desert planet.' },
    subjects: ['Science fiction', 'Deserts'],
    authors: [{ author: { key: '/authors/OL79034A' } }],
    first_publish_date: 'August 1965',
  },
  OL27482W: {
    key: '/works/OL27482W',
    type: { key: '/type/work' },
    title: 'The Hobbit',
    subtitle: 'or There and Back Again',
    description: 'A comfortable person leaves home.',
    authors: [{ author: { key: '/authors/OL26320A' } }],
    first_publish_date: '1937',
  },
  OL1W: { type: { key: '/type/redirect' }, location: '/works/OL893415W' },
  OL2W: { type: { key: '/type/delete' } },
}

const authors: Record<string, object> = {
  OL79034A: { key: '/authors/OL79034A', name: 'Frank Herbert' },
  OL26320A: { key: '/authors/OL26320A', name: 'J. R. R. Tolkien' },
}
