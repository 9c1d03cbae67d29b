/** Records the writes that the server acknowledged, outside the server. */
import type { Answer, Client } from '../bench/support/server'

/** Creates a seeded generator of random numbers from 0 up to but not including 1. */
export function createRandom(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A value that can be written and read back, such as a reading position. */
interface Subject {
  name: string
  /** Returns a value other than the current one. */
  next(random: () => number): string
  write(client: Client, value: string): Promise<Answer>
  read(client: Client): Promise<string>
}

export class Journal {
  readonly #random: () => number
  readonly #subjects: Subject[] = []
  readonly #known = new Set<string>()
  /** Allowed values by name: several if a response never arrived, because each may be stored. */
  readonly #allowed = new Map<string, Set<string>>()
  readonly #busy = new Set<string>()
  #people = 0

  constructor(random: () => number) {
    this.#random = random
  }

  /** Adds subjects for the current series and books. */
  async meet(client: Client) {
    const { data: series } = await client.need('GET', '/series?pageSize=500')
    for (const { id } of series) {
      this.#add(createSummary(id), createTags(id), createWanted(id))
    }
    const { data: books } = await client.need('GET', '/books?pageSize=500')
    for (const { id } of books) this.#add(createProgress(id))
  }

  #add(...subjects: Subject[]) {
    for (const subject of subjects) {
      if (this.#known.has(subject.name)) continue
      this.#known.add(subject.name)
      this.#subjects.push(subject)
    }
  }

  /** Removes the subjects of purged series and books. */
  forget(ids: ReadonlySet<string>) {
    const isGone = ({ name }: Subject) => ids.has(name.slice(name.lastIndexOf(' ') + 1))
    const left = this.#subjects.filter((subject) => !isGone(subject))
    this.#subjects.splice(0, this.#subjects.length, ...left)
  }

  /** Writes random values until `isOver` or a failed request. Counts the acknowledged writes. */
  async writeUntil(client: Client, isOver: () => boolean): Promise<number> {
    let acknowledged = 0
    while (!isOver()) {
      const subject = this.#choose()
      const value = subject.next(this.#random)
      const before = this.#allowed.get(subject.name)
      // Until the response arrives, either value may be stored. Unknown old values are not checked.
      if (before) this.#allowed.set(subject.name, new Set([...before, value]))
      this.#busy.add(subject.name)
      const answer = await subject.write(client, value).catch(() => undefined)
      this.#busy.delete(subject.name)
      if (!answer) return acknowledged
      if (answer.status >= 300) {
        throw new Error(`${subject.name}: ${answer.status} ${JSON.stringify(answer.body)}`)
      }
      this.#allowed.set(subject.name, new Set([value]))
      acknowledged += 1
    }
    return acknowledged
  }

  #choose(): Subject {
    // Avoids parallel writes to a subject, whose order is undefined, and creating a user twice.
    const free = this.#subjects.filter(({ name }) => !this.#busy.has(name) && !isPerson(name))
    if (free.length === 0 || this.#random() < 0.03) return this.#newPerson()
    return free[Math.floor(this.#random() * free.length)]!
  }

  #newPerson(): Subject {
    this.#people += 1
    const subject = createPerson(`person${this.#people}`)
    this.#add(subject)
    return subject
  }

  /** Describes acknowledged values that are missing. Then expects the stored values from now on. */
  async missing(client: Client): Promise<string[]> {
    const facts: string[] = []
    for (const subject of this.#subjects) {
      const allowed = this.#allowed.get(subject.name)
      if (!allowed) continue
      const found = await subject.read(client)
      if (!allowed.has(found)) {
        facts.push(`${subject.name} is ${found}, acknowledged was ${[...allowed].join(' or ')}`)
      }
      this.#allowed.set(subject.name, new Set([found]))
    }
    return facts
  }
}

const isPerson = (name: string) => name.startsWith('user')

const numberBelow = (limit: number) => (random: () => number) =>
  String(1 + Math.floor(random() * limit))

const createProgress = (bookId: string): Subject => ({
  name: `progress of ${bookId}`,
  next: numberBelow(9),
  write: (client, value) =>
    client.call('PUT', `/books/${bookId}/progress`, { currentPage: Number(value) }),
  read: async (client) =>
    String((await client.call('GET', `/books/${bookId}/progress`)).body.currentPage),
})

const createSummary = (seriesId: string): Subject => ({
  name: `summary of ${seriesId}`,
  next: numberBelow(1e9),
  write: (client, value) =>
    client.call('PATCH', `/series/${seriesId}/metadata`, { summary: value }),
  read: async (client) => (await client.need('GET', `/series/${seriesId}/metadata`)).summary,
})

const createTags = (seriesId: string): Subject => ({
  name: `tags of ${seriesId}`,
  next: (random) => `tag ${numberBelow(40)(random)}, tag ${numberBelow(40)(random)}x`,
  write: (client, value) =>
    client.call('PUT', `/series/${seriesId}/tags`, { tags: value.split(', ') }),
  read: async (client) => {
    const { tags } = await client.need('GET', `/series/${seriesId}/tags`)
    const names = (tags as { name: string }[]).map((tag) => tag.name)
    // Restores the order of writing, in which the tag that ends in x is last.
    return names.toSorted((a, b) => Number(a.endsWith('x')) - Number(b.endsWith('x'))).join(', ')
  },
})

const createWanted = (seriesId: string): Subject => ({
  name: `want to read ${seriesId}`,
  next: (random) => String(random() < 0.6),
  write: (client, value) =>
    value === 'true'
      ? client.call('POST', '/want-to-read', { seriesId })
      : client.call('DELETE', `/want-to-read/series/${seriesId}`),
  read: async (client) => String((await client.need('GET', `/series/${seriesId}`)).wantToRead),
})

const createPerson = (username: string): Subject => ({
  name: `user ${username}`,
  next: () => 'there',
  write: (client) =>
    client.call('POST', '/users', {
      username,
      email: `${username}@example.org`,
      password: 'a password for the crash test',
    }),
  read: async (client) => {
    for (let page = 1; ; page++) {
      const { data, totalPages } = await client.need('GET', `/users?pageSize=500&page=${page}`)
      if ((data as { username: string }[]).some((user) => user.username === username))
        return 'there'
      if (page >= totalPages) return 'gone'
    }
  },
})
