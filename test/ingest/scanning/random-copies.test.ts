/**
 * Random copies, readings, removals and returns against a model: whatever happens, the last present copy of
 * a content has what every person did with it, once.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { closeDecoder } from '../../../src/media/decoding/decoder'
import { jobs } from '../../../src/platform/jobs/schema'
import { findWrongDerivedData } from '../../storm/derived'
import { Dice } from '../../storm/dice'
import { waitUntil } from '../../support/wait-until'
import { makeComic } from './user-data'
import {
  addLibrary,
  listBooks,
  makeFolder,
  startScanServer,
  writeFiles,
  scanLibrary,
  type ScanServer,
} from './scan-server'

setDefaultTimeout(240_000)

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer({ 'scan.missing_minimum': '1000' })
})
afterAll(async () => {
  closeDecoder()
  await server.close()
})

const seed = Number(process.env['SEED'] ?? Date.now() % 1e9)
const rounds = 3
const checksPerRound = 6
const stepsPerCheck = 4
const people = ['ann', 'max', 'ada']

interface Library {
  id: string
  folder: string
  isDeleted: boolean
}

interface Content {
  data: Uint8Array
  hash?: string
  /** By person. */
  deeds: Map<string, { completions: Set<string>; notes: Set<string>; page: number }>
}

async function call(method: string, path: string, as: string, body?: Record<string, unknown>) {
  const answer = await server.call(method, path, { as, ...(body && { body }) })
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

const waitUntilIdle = () =>
  waitUntil(async () => {
    const rows = await server.ctx.db.select({ kind: jobs.kind, state: jobs.state }).from(jobs)
    return rows.every(
      ({ kind, state }) =>
        !['merge_copies', 'scan_library', 'scan_again', 'hash_books'].includes(kind) ||
        !['ready', 'running'].includes(state),
    )
  })

class Shelf {
  readonly libraries: Library[] = []
  readonly contents: Content[] = []
  readonly log: string[] = []
  readonly #dice: Dice
  #steps = 0

  constructor(dice: Dice) {
    this.#dice = dice
  }

  async open(first: number) {
    for (let i = 0; i < 3; i++) {
      const folder = makeFolder()
      writeFiles(folder, { 'Stays/1.cbz': await makeComic(first + 10 + i) })
      this.libraries.push({ id: await addLibrary(server, folder), folder, isDeleted: false })
    }
    for (let i = 0; i < 2; i++) {
      const data = await makeComic(first + i)
      this.contents.push({ data, deeds: new Map() })
      writeFiles(this.libraries[0]!.folder, { [`Saga/${i}.cbz`]: data })
    }
    for (const { id } of this.libraries) await scanLibrary(server, id)
    const books = await listBooks(server, this.libraries[0]!.id)
    for (const [i, content] of this.contents.entries())
      content.hash = books.find(
        ({ relativePath }) => relativePath === `Saga/${i}.cbz`,
      )!.contentHash!
  }

  async listBooksOf({ hash }: Content) {
    const all = await Promise.all(
      this.libraries.map(async (library) =>
        (await listBooks(server, library.id)).map((book) => ({ ...book, library })),
      ),
    )
    return all.flat().filter(({ contentHash }) => contentHash === hash)
  }

  async listPresent(content: Content) {
    const books = await this.listBooksOf(content)
    return books.filter((book) => !book.library.isDeleted && book.trashedAt === null)
  }

  async runAndCheck() {
    for (let step = 0; step < stepsPerCheck; step++) await this.#runStep()
    await this.#check()
  }

  async #runStep() {
    const dice = this.#dice
    const acts = [this.#read, this.#read, this.#read, this.#copy, this.#copy, this.#remove]
    const rare = [this.#trash, this.#restore, this.#toggleLibrary, this.#remove]
    const act = dice.roll(3) === 0 ? dice.one(rare) : dice.one(acts)
    await act.call(this, dice.one(this.contents), ++this.#steps)
  }

  async #read(content: Content, step: number) {
    const present = await this.listPresent(content)
    if (present.length === 0) return
    const dice = this.#dice
    const [book, person] = [dice.one(present), dice.one(people)]
    this.log.push(`${person} reads ${book.id} (${book.relativePath})`)
    const deeds = content.deeds.get(person) ?? { completions: new Set(), notes: new Set(), page: 0 }
    content.deeds.set(person, deeds)
    // The times of two acts differ.
    await Bun.sleep(3)
    if (dice.roll(2) === 0) {
      await call('PUT', `/books/${book.id}/progress`, person, { currentPage: 2 })
      deeds.page = 2
    } else {
      await call('POST', `/books/${book.id}/unread`, person)
      await Bun.sleep(3)
      await call('POST', `/books/${book.id}/read`, person)
      const history = await call('GET', `/books/${book.id}/read-history`, person)
      deeds.completions.add(history.entries[0].completedAt)
      deeds.page = 3
    }
    // A second bookmark on a page replaces the first one.
    const page = deeds.notes.size + 1
    if (page > 3 || dice.roll(2) > 0) return
    const note = `note ${step}`
    await call('POST', `/books/${book.id}/bookmarks`, person, { page, note })
    deeds.notes.add(note)
  }

  async #copy(content: Content, step: number) {
    const libraries = this.libraries.filter(({ isDeleted }) => !isDeleted)
    const library = this.#dice.one(libraries)
    const i = this.contents.indexOf(content)
    const path = this.#dice.roll(2) === 0 ? `Saga/${i}.cbz` : `Copy ${step}/${i}.cbz`
    this.log.push(`file ${path} in ${library.id}`)
    writeFiles(library.folder, { [path]: content.data })
    await scanLibrary(server, library.id)
  }

  async #remove(content: Content) {
    const books = (await this.listBooksOf(content)).filter(({ library, relativePath }) =>
      existsSync(join(library.folder, relativePath)),
    )
    if (books.length === 0) return
    const { library, relativePath } = this.#dice.one(books)
    this.log.push(`no file ${relativePath} in ${library.id}`)
    writeFiles(library.folder, { [relativePath]: null })
    if (!library.isDeleted) await scanLibrary(server, library.id)
  }

  async #trash(content: Content) {
    const present = await this.listPresent(content)
    if (present.length === 0) return
    const { id } = this.#dice.one(present)
    this.log.push(`trash ${id}`)
    await call('DELETE', `/books/${id}`, 'ada')
  }

  async #restore(content: Content) {
    const trashed = (await this.listBooksOf(content)).filter(
      (book) => !book.library.isDeleted && book.trashedAt !== null && book.missingSince === null,
    )
    if (trashed.length === 0) return
    const { id } = this.#dice.one(trashed)
    this.log.push(`restore ${id}`)
    await call('POST', `/books/${id}/restore`, 'ada')
  }

  async #toggleLibrary() {
    const library = this.#dice.one(this.libraries.slice(1))
    const path = `/libraries/${library.id}`
    this.log.push(`${library.isDeleted ? 'restore' : 'delete'} library ${library.id}`)
    await (library.isDeleted ? call('POST', `${path}/restore`, 'ada') : call('DELETE', path, 'ada'))
    library.isDeleted = !library.isDeleted
  }

  async #check() {
    await waitUntilIdle()
    for (const { id, isDeleted } of this.libraries) if (!isDeleted) await scanLibrary(server, id)
    await waitUntilIdle()
    for (const content of this.contents) {
      const present = await this.listPresent(content)
      for (const [person, deeds] of content.deeds) {
        const found = await Promise.all(present.map(({ id }) => loadDeeds(person, id)))
        for (const { completions, notes } of found) {
          expect(new Set(completions).size).toBe(completions.length)
          expect(new Set(notes).size).toBe(notes.length)
        }
        if (found.length !== 1) continue
        expect(found[0]).toEqual({
          readCount: deeds.completions.size,
          completions: [...deeds.completions].toSorted(),
          notes: [...deeds.notes].toSorted(),
          page: deeds.page,
        })
      }
    }
  }
}

async function loadDeeds(person: string, bookId: string) {
  const history = await call('GET', `/books/${bookId}/read-history`, person)
  const marks = await call('GET', `/books/${bookId}/bookmarks`, person)
  const progress = await server.call('GET', `/books/${bookId}/progress`, { as: person })
  const completions = history.entries as { completedAt: string }[]
  return {
    readCount: history.readCount,
    completions: completions.map(({ completedAt }) => completedAt).toSorted(),
    notes: ((marks.data ?? marks) as { note: string }[]).map(({ note }) => note).toSorted(),
    page: progress.status === 200 ? progress.body.currentPage : 0,
  }
}

test(`E1: nobody's reading is lost or counted twice (seed ${seed})`, async () => {
  for (let round = 0; round < rounds; round++) {
    const shelf = new Shelf(new Dice(seed + round))
    await shelf.open(100_000 + round * 100)
    try {
      for (let check = 0; check < checksPerRound; check++) await shelf.runAndCheck()
      expect(await findWrongDerivedData(server.ctx)).toEqual([])
    } catch (error) {
      console.error(`round ${round}:\n${shelf.log.join('\n')}`)
      throw error
    }
  }
})
