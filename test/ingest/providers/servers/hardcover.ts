/** Hardcover as its documentation describes it. */
import { type ProviderServer, startProviderServer } from './server'

export const hardcoverKey = 'a-token-of-hardcover'
const refuse = (status: number) => Response.json({ error: 'refused' }, { status })
const answerError = (message: string) => Response.json({ errors: [{ message }] })

export const startHardcover = (): ProviderServer =>
  startProviderServer(async (request, origin) => {
    const { pathname } = new URL(request.url)
    if (request.headers.get('authorization') !== `Bearer ${hardcoverKey}`) return refuse(401)
    if (pathname !== '/graphql' || request.method !== 'POST') return refuse(404)
    const { query, variables } = (await request.json()) as Asked
    const unknown = Object.keys(variables).find((name) => !query.includes(`$${name}:`))
    if (unknown !== undefined) return answerError(`unexpected variable ${unknown}`)
    const all = books.map((one) => ({ ...one, image: { url: `${origin}/cover.png` } }))
    if (/\bsearch\(/.test(query)) {
      const text = String(variables['query']).toLowerCase()
      const hits = all
        .filter((one) => isFound(one, text))
        .map(({ contributions, book_series: _, ...one }) => ({
          document: { ...one, author_names: contributions.map(({ author }) => author.name) },
        }))
      return Response.json({ data: { search: { results: { found: hits.length, hits } } } })
    }
    const { id, slug } = variables
    const found = all.filter((one) => one.id === id || one.slug === slug)
    return Response.json({ data: { books: found } })
  })

/** True if the ISBN matches, or every word occurs in a title or a name. */
function isFound({ title, isbns, contributions }: (typeof books)[0], text: string) {
  if (isbns.includes(text)) return true
  const words = [title, ...contributions.map(({ author }) => author.name)].join(' ').toLowerCase()
  return text.split(' ').every((word) => words.includes(word))
}

interface Asked {
  query: string
  variables: Record<string, unknown>
}

/** Real works. Their descriptions are not copied from Hardcover. */
const books = [
  {
    id: 312_460,
    slug: 'dune',
    title: 'Dune',
    subtitle: null,
    description: 'A family takes over a desert planet.',
    release_year: 1965,
    rating: 4.27,
    ratings_count: 9000,
    isbns: ['9780441013593'],
    genres: ['Science fiction'],
    book_series: [{ position: 1, series: { name: 'Dune', books_count: 6 } }],
    contributions: [
      { contribution: null, author: { name: 'Frank Herbert' } },
      { contribution: 'Narrator', author: { name: 'Somebody Else' } },
    ],
  },
]
