/**
 * S8: tags on series without an age rating, in several libraries, for viewers whose own settings and
 * groups limit each of them differently. Lists, counts, search, books and apps show the same.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { recountLibrary } from '../../src/catalog/libraries/recount-library'
import { seedBook, seedLibrary, type SeededLibrary, seedSeries } from '../support/seed'
import { startTestServer, type TestServer } from '../support/server'

let server: TestServer
const ids = new Map<string, string>()
const books = new Map<string, string>()
const libraries = new Map<string, SeededLibrary>()
const tags = new Map<string, string>()

async function ada(method: string, path: string, body?: object) {
  const answer = await server.call(method, path, { as: 'ada', ...(body && { body }) })
  if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}`)
  return answer.body
}

/** Every combination of library, age rating and tags: 3 x 3 x 4 series. */
beforeAll(async () => {
  server = await startTestServer({ 'api.rate_limit.enabled': 'false' })
  for (const name of ['Family', 'Scary']) {
    tags.set(name, (await ada('POST', '/admin/sharing-tags', { name })).id)
  }
  for (const name of ['Comics', 'Novels', 'Attic']) {
    const library = await seedLibrary(server, { name, path: `/${name}` })
    libraries.set(name, library)
    for (const ageRating of [6, 18, null]) {
      for (const own of [[], ['Family'], ['Scary'], ['Family', 'Scary']]) {
        const title = [name, ageRating ?? 'Unrated', ...own].join(' ')
        const row = await seedSeries(server, library, { title, ageRating, bookCount: 1 })
        ids.set(title, row.id)
        books.set(title, (await seedBook(server, row, { title: `${title} Book` })).id)
        const sharingTagIds = own.map((tag) => tags.get(tag)!)
        await ada('PUT', `/series/${row.id}/sharing-tags`, { sharingTagIds })
        await ada('PUT', `/series/${row.id}/genres`, { genres: ['Everything'] })
      }
    }
    await recountLibrary(server.ctx, library.id)
  }
}, 60_000)
afterAll(() => server.close())

interface Limits {
  libraries?: string[]
  ageLimit?: number
  hidesUnrated?: boolean
  denied?: string[]
  allowed?: string[]
}

/** Written apart from the program's own rule. */
const shows = (limits: Limits, title: string): boolean => {
  const [library, rating, ...own] = title.split(' ')
  if (limits.libraries && !limits.libraries.includes(library!)) return false
  if (own.some((tag) => limits.denied?.includes(tag))) return false
  if (limits.allowed && !own.some((tag) => limits.allowed!.includes(tag))) return false
  if (limits.ageLimit === undefined) return true
  return rating === 'Unrated' ? limits.hidesUnrated === false : Number(rating) <= limits.ageLimit
}

const buildBody = ({ libraries: names, denied = [], allowed = [], ...age }: Limits) => ({
  libraryIds: names ? names.map((name) => libraries.get(name)!.id) : null,
  ageLimit: null,
  deniedTagIds: denied.map((name) => tags.get(name)!),
  allowedTagIds: allowed.map((name) => tags.get(name)!),
  ...age,
})

const viewers: [string, { own: Limits; group?: Limits }][] = [
  ['an age', { own: { ageLimit: 10 } }],
  ['an age that shows unrated', { own: { ageLimit: 10, hidesUnrated: false } }],
  ['an allowed tag and an age', { own: { ageLimit: 10, allowed: ['Family'] } }],
  [
    'an allowed tag, unrated shown',
    { own: { ageLimit: 10, hidesUnrated: false, allowed: ['Family'] } },
  ],
  [
    'a denied tag in two libraries, unrated shown',
    {
      own: {
        libraries: ['Novels', 'Attic'],
        ageLimit: 10,
        hidesUnrated: false,
        denied: ['Scary'],
      },
    },
  ],
  [
    'a group that hides unrated, over an own limit that shows them',
    { own: { ageLimit: 18, hidesUnrated: false }, group: { ageLimit: 10 } },
  ],
  [
    'a tag of the user and another of the group',
    {
      own: { allowed: ['Family'], libraries: ['Comics', 'Novels'] },
      group: { allowed: ['Scary'] },
    },
  ],
  [
    'libraries of user and group, an age of one and a tag of the other',
    {
      own: { libraries: ['Comics', 'Novels'], denied: ['Scary'] },
      group: { libraries: ['Novels', 'Attic'], ageLimit: 18 },
    },
  ],
]

async function addViewer(name: string, { own, group }: { own: Limits; group?: Limits }) {
  const id = await server.addUser(name, 'reader')
  await ada('PATCH', `/users/${id}/restrictions`, buildBody(own))
  if (!group) return id
  const { deniedTagIds, allowedTagIds, ...settings } = buildBody(group)
  const { id: groupId } = await ada('POST', '/access-groups', { name, ...settings })
  const grants = [
    ...deniedTagIds.map((sharingTagId) => ({ sharingTagId, accessMode: 'deny' })),
    ...allowedTagIds.map((sharingTagId) => ({ sharingTagId, accessMode: 'allow' })),
  ]
  for (const grant of grants) await ada('POST', `/access-groups/${groupId}/grants`, grant)
  await ada('POST', `/access-groups/${groupId}/members`, { userIds: [id] })
  return id
}

test.each(viewers)(
  'S8: everything agrees for %s',
  async (name, limits) => {
    const userId = await addViewer(name, limits)
    const isShown = (title: string) =>
      shows(limits.own, title) && (!limits.group || shows(limits.group, title))
    const shown = [...ids.keys()].filter((title) => isShown(title))
    const hidden = [...ids.keys()].filter((title) => !isShown(title))
    expect(Math.min(shown.length, hidden.length)).toBeGreaterThan(0)
    const get = async (path: string) => (await server.call('GET', path, { as: name })).body
    const listed = await get('/series?pageSize=100')
    const titles = listed.data.map(
      ({ metadata }: { metadata: { title: string } }) => metadata.title,
    )
    expect(titles.toSorted()).toEqual(shown.toSorted())
    expect(listed.total).toBe(shown.length)
    expect((await get('/books?pageSize=100')).total).toBe(shown.length)
    expect((await get('/genres')).data[0]?.seriesCount ?? 0).toBe(shown.length)
    const seen = (await get('/libraries')) as { name: string; seriesCount: number }[]
    for (const library of seen) {
      const inLibrary = shown.filter((title) => title.startsWith(library.name))
      expect([library.name, library.seriesCount]).toEqual([library.name, inLibrary.length])
    }
    const people = (await ada('GET', '/access/users?pageSize=100')).data
    const entry = people.find((one: { userId: string }) => one.userId === userId)
    const unrated = shown.filter((title) => title.includes('Unrated')).length
    expect(entry).toMatchObject({
      visibleCount: shown.length,
      totalCount: ids.size,
      visibleUnratedCount: unrated,
    })
    await expectAddresses(name, { shown, hidden })
  },
  60_000,
)

async function expectAddresses(
  as: string,
  { shown, hidden }: { shown: string[]; hidden: string[] },
) {
  const statusOf = async (path: string) => (await server.call('GET', path, { as })).status
  for (const [titles, status] of [
    [shown, 200],
    [hidden, 404],
  ] as const) {
    for (const title of titles) {
      const found = [
        await statusOf(`/series/${ids.get(title)}`),
        await statusOf(`/books/${books.get(title)}`),
      ]
      expect({ title, found }).toEqual({ title, found: [status, status] })
    }
  }
  const search = await server.call('GET', '/search?q=unrated&limit=50', { as })
  const unrated = shown.filter((title) => title.includes('Unrated'))
  expect(search.body.series.map(({ id }: { id: string }) => id).toSorted()).toEqual(
    unrated.map((title) => ids.get(title)!).toSorted(),
  )
}

test('S8: a tag or rating given later moves a series in and out at once', async () => {
  const name = 'later'
  await addViewer(name, { own: { ageLimit: 10, denied: ['Scary'] } })
  const title = 'Novels Unrated'
  const id = ids.get(title)!
  const total = async () => (await server.call('GET', '/series', { as: name })).body.total as number
  const before = await total()
  await ada('PATCH', `/series/${id}/metadata`, { ageRating: 6 })
  expect(await total()).toBe(before + 1)
  await ada('POST', `/series/${id}/sharing-tags`, { sharingTagId: tags.get('Scary')! })
  expect(await total()).toBe(before)
  await ada('DELETE', `/series/${id}/sharing-tags/${tags.get('Scary')}`)
  expect(await total()).toBe(before + 1)
  await ada('PATCH', `/series/${id}/metadata`, { ageRating: null })
  expect(await total()).toBe(before)
})
