/** Google Books as its documentation describes it. */
import { type ProviderServer, startProviderServer } from './server'

export const googlebooksKey = 'a-key-of-google'
const parameters = new Set(['q', 'printType', 'maxResults', 'key'])
const refuse = (status: number) => Response.json({ error: { code: status } }, { status })

export const startGooglebooks = (): ProviderServer =>
  startProviderServer((request, origin) => {
    const { pathname, searchParams } = new URL(request.url)
    if (searchParams.get('key') !== googlebooksKey) return refuse(400)
    if ([...searchParams.keys()].some((name) => !parameters.has(name))) return refuse(400)
    const all = volumes.map((one) => ({
      ...one,
      volumeInfo: { ...one.volumeInfo, imageLinks: { thumbnail: `${origin}/cover.png?edge=curl` } },
    }))
    const id = /^\/volumes\/([\w-]+)$/.exec(pathname)?.[1]
    if (id !== undefined) {
      const found = all.find((one) => one.id === id)
      return found ? Response.json(found) : refuse(404)
    }
    if (pathname !== '/volumes' || !(Number(searchParams.get('maxResults')) <= 40)) {
      return refuse(400)
    }
    const items = all.filter((one) => isFound(one.volumeInfo, searchParams.get('q')!))
    return Response.json({
      kind: 'books#volumes',
      totalItems: items.length,
      ...(items.length > 0 && { items }),
    })
  })

type Info = (typeof volumes)[0]['volumeInfo']

function isFound({ title, authors, industryIdentifiers }: Info, q: string) {
  const isbn = /^isbn:(\d+)$/.exec(q)?.[1]
  if (isbn !== undefined) return industryIdentifiers.some(({ identifier }) => identifier === isbn)
  const [, words, author = ''] = /^intitle:"([^"]+)"(?: inauthor:"([^"]+)")?$/.exec(q) ?? []
  if (words === undefined) return false
  const isBy = authors.join().toLowerCase().includes(author.toLowerCase())
  return isBy && title.toLowerCase().includes(words.toLowerCase())
}

/** Real works. Their descriptions are not copied from Google. */
const volumes = [
  {
    id: 'B1hSG45JCX4C',
    volumeInfo: {
      title: 'Dune',
      subtitle: 'Deluxe Edition',
      authors: ['Frank Herbert'],
      publisher: 'Penguin',
      publishedDate: '2005-08-02',
      description: '<p>A family takes over a <b>desert</b> planet.</p>',
      industryIdentifiers: [{ type: 'ISBN_13', identifier: '9780441013593' }],
      categories: ['Fiction / Science Fiction'],
      averageRating: 4.5,
      ratingsCount: 900,
      maturityRating: 'NOT_MATURE',
      language: 'en',
    },
  },
]
