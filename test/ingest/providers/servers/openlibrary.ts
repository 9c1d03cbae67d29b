/** Open Library as its documentation describes it. */
import { type ProviderServer, startProviderServer } from './server'

const parameters = new Set(['q', 'title', 'author', 'isbn', 'fields', 'limit'])

export const startOpenlibrary = (): ProviderServer =>
  startProviderServer((request, origin) => {
    const { pathname, searchParams } = new URL(request.url)
    if (request.method !== 'GET') return Response.json({}, { status: 405 })
    const path = /^\/(works|authors)\/(OL\d+[WA])\.json$/.exec(pathname)
    if (path) {
      const found = { ...works, ...authors }[path[2]!]
      return found ? Response.json(found) : Response.json({ error: 'notfound' }, { status: 404 })
    }
    const isbnPath = /^\/isbn\/(\d{13})\.json$/.exec(pathname)
    if (isbnPath) {
      const edition = editions.find(({ isbn_13 }) => isbn_13[0] === isbnPath[1])
      return edition
        ? Response.redirect(`${origin}${edition.key}.json`, 302)
        : Response.json({ error: 'notfound' }, { status: 404 })
    }
    const edition = editions.find(({ key }) => pathname === `${key}.json`)
    if (edition) return Response.json(edition)
    if (pathname !== '/search.json') return Response.json({}, { status: 404 })
    const unknown = [...searchParams.keys()].filter((name) => !parameters.has(name))
    if (unknown.length > 0) return Response.json({ unknown }, { status: 400 })
    const isbn = searchParams.get('isbn')
    const text = (searchParams.get('q') ?? searchParams.get('title') ?? '').toLowerCase()
    const author = (searchParams.get('author') ?? '').toLowerCase()
    const docs = documents.filter(({ key, title, author_name }) =>
      isbn === null
        ? title.toLowerCase().includes(text) && author_name.join().toLowerCase().includes(author)
        : isbns[isbn] === key,
    )
    return Response.json({ numFound: docs.length, start: 0, docs })
  })

/** Real works. Their descriptions are not copied from Open Library. */
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
  {
    key: '/works/OL893501W',
    title: 'Dune Messiah',
    author_name: ['Frank Herbert'],
    first_publish_year: 1969,
    edition_count: 80,
  },
]

/** Dates are free text. */
const editions = [
  {
    key: '/books/OL7523113M',
    type: { key: '/type/edition' },
    works: [{ key: '/works/OL893415W' }],
    title: 'Dune',
    publishers: ['Ace Books'],
    publish_date: 'August 2, 2005',
    languages: [{ key: '/languages/eng' }],
    isbn_13: ['9780441013593'],
    isbn_10: ['0441013597'],
    edition_name: '40th anniversary edition',
  },
  {
    key: '/books/OL26242482M',
    type: { key: '/type/edition' },
    works: [{ key: '/works/OL27482W' }],
    title: 'The Hobbit',
    subtitle: 'or There and Back Again',
    publishers: [],
    publish_date: 'sometime in 2012',
    languages: [],
    isbn_13: ['9780547928227'],
    isbn_10: [],
  },
]

/** Works, keyed by the ISBN of an edition. */
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
  OL893501W: {
    key: '/works/OL893501W',
    type: { key: '/type/work' },
    title: 'Dune Messiah',
    description: 'The emperor of a desert planet sees what becomes of his victory.',
    authors: [{ author: { key: '/authors/OL79034A' } }],
    first_publish_date: '1969',
  },
  OL1W: { type: { key: '/type/redirect' }, location: '/works/OL893415W' },
  OL2W: { type: { key: '/type/delete' } },
}

const authors: Record<string, object> = {
  OL79034A: { key: '/authors/OL79034A', name: 'Frank Herbert' },
  OL26320A: { key: '/authors/OL26320A', name: 'J. R. R. Tolkien' },
}
