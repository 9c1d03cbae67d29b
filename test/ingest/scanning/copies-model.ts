/** Random actions on copies of a few comics, and the expected results. */
import { expect } from 'bun:test'
import { existsSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { eq, isNull } from 'drizzle-orm'
import { series } from '../../../src/catalog/series/schema'
import { jobs } from '../../../src/platform/jobs/schema'
import { wantToRead } from '../../../src/reading/want-to-read/schema'
import type { Dice } from '../../support/dice'
import { makePictures } from '../../support/make/pictures'
import { waitUntil } from '../../support/wait-until'
import { makeComic } from './user-data'
import {
  addLibrary,
  listBooks,
  makeFolder,
  writeFiles,
  scanLibrary,
  type ScanServer,
  waitUntilEnded,
} from './scan-server'

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
  /** Actions of each user, keyed by user name. */
  deeds: Map<string, Deeds>
  /** All summaries that anybody has set. A copy keeps its own value. */
  summaries: Set<string>
  hasCover: boolean
}

interface Deeds {
  completions: Set<string>
  notes: Set<string>
  page: number
  isWanted: boolean
  /** All values that the user has set. */
  brightness: Set<number>
}

const waitedFor = new Set([
  'merge_copies',
  'scan_library',
  'scan_again',
  'hash_books',
  'purge_trash',
])

/** Thrown if the book was merged after it was listed. */
class Gone extends Error {}

/** A few comics with copies in three libraries. */
export class Shelf {
  readonly libraries: Library[] = []
  readonly contents: Content[] = []
  readonly log: string[] = []
  readonly #dice: Dice
  readonly #server: ScanServer
  /** Users who added a series of these comics to their want-to-read list. */
  readonly #seriesFans = new Set<string>()
  #steps = 0

  constructor(server: ScanServer, dice: Dice) {
    this.#server = server
    this.#dice = dice
  }

  async #call(method: string, path: string, as: string, body?: Record<string, unknown>) {
    const answer = await this.#server.call(method, path, { as, ...(body && { body }) })
    if (answer.status === 404) throw new Gone(path)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  /** Runs an action, and repeats it if a job merged the copy in the meantime. */
  async #runOnCopy(act: (content: Content, step: number) => Promise<void>, content: Content) {
    const step = ++this.#steps
    for (;;) {
      try {
        return await act.call(this, content, step)
      } catch (error) {
        if (!(error instanceof Gone)) throw error
        this.log.push(error.message)
        await this.#waitUntilIdle()
        const present = await this.listPresent(content)
        expect(present.filter(({ id }) => error.message.includes(id))).toEqual([])
      }
    }
  }

  #waitUntilIdle() {
    return waitUntil(async () => {
      const columns = { kind: jobs.kind, state: jobs.state }
      const rows = await this.#server.ctx.db.select(columns).from(jobs)
      return rows.every(
        ({ kind, state }) => !waitedFor.has(kind) || !['ready', 'running'].includes(state),
      )
    })
  }

  async open(first: number) {
    for (let i = 0; i < 3; i++) {
      const folder = makeFolder()
      writeFiles(folder, { 'Stays/1.cbz': await makeComic(first + 10 + i) })
      this.libraries.push({ id: await addLibrary(this.#server, folder), folder, isDeleted: false })
    }
    for (let i = 0; i < 2; i++) {
      const data = await makeComic(first + i)
      this.contents.push({ data, deeds: new Map(), summaries: new Set(), hasCover: false })
      writeFiles(this.libraries[0]!.folder, { [`Saga/${i}.cbz`]: data })
    }
    for (const { id } of this.libraries) await scanLibrary(this.#server, id)
    const books = await listBooks(this.#server, this.libraries[0]!.id)
    for (const [i, content] of this.contents.entries())
      content.hash = books.find(
        ({ relativePath }) => relativePath === `Saga/${i}.cbz`,
      )!.contentHash!
  }

  async listBooksOf({ hash }: Content) {
    const all = await Promise.all(
      this.libraries.map(async (library) =>
        (await listBooks(this.#server, library.id)).map((book) => ({ ...book, library })),
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
    const acts = [this.#read, this.#read, this.#customize, this.#copy, this.#copy, this.#remove]
    const rare = [this.#trash, this.#restore, this.#toggleLibrary, this.#rename, this.#purge]
    const act = dice.roll(3) === 0 ? dice.one(rare) : dice.one(acts)
    await this.#runOnCopy(act, dice.one(this.contents))
  }

  async #read(content: Content, step: number) {
    const present = await this.listPresent(content)
    if (present.length === 0) return
    const dice = this.#dice
    const [book, person] = [dice.one(present), dice.one(people)]
    this.log.push(`${person} reads ${book.id} (${book.relativePath})`)
    const deeds = getDeeds(content, person)
    // Ensures that no two actions have the same time.
    await Bun.sleep(3)
    if (dice.roll(2) === 0) {
      await this.#call('PUT', `/books/${book.id}/progress`, person, { currentPage: 2 })
      deeds.page = 2
    } else {
      await this.#call('POST', `/books/${book.id}/unread`, person)
      await Bun.sleep(3)
      await this.#call('POST', `/books/${book.id}/read`, person)
      const history = await this.#call('GET', `/books/${book.id}/read-history`, person)
      deeds.completions.add(history.entries[0].completedAt)
      deeds.page = 3
    }
    // A second bookmark on a page replaces the first one.
    const page = deeds.notes.size + 1
    if (page > 3 || dice.roll(2) > 0) return
    const note = `note ${step}`
    await this.#call('POST', `/books/${book.id}/bookmarks`, person, { page, note })
    deeds.notes.add(note)
  }

  async #customize(content: Content, step: number) {
    const present = await this.listPresent(content)
    if (present.length === 0) return
    const dice = this.#dice
    const [{ id, seriesId }, person] = [dice.one(present), dice.one(people)]
    const deeds = getDeeds(content, person)
    const act = dice.one(['want', 'want series', 'setting', 'edit', 'cover'])
    this.log.push(`${person}: ${act} ${act === 'want series' ? seriesId : id}`)
    if (act === 'want') {
      await this.#want(person, { bookId: id })
      deeds.isWanted = true
    } else if (act === 'want series') {
      await this.#want(person, { seriesId })
      this.#seriesFans.add(person)
    } else if (act === 'setting') {
      const brightness = 10 + (step % 100)
      const preferences = { 'reader.brightness': brightness }
      await this.#call('PUT', `/preferences?scope=book&id=${id}`, person, { preferences })
      deeds.brightness.add(brightness)
    } else if (act === 'edit') {
      const summary = `summary ${step}`
      await this.#call('PATCH', `/books/${id}/metadata`, 'ada', { summary })
      content.summaries.add(summary)
    } else {
      await this.#uploadCover(id, step)
      content.hasCover = true
    }
  }

  async #want(as: string, item: Record<string, string>) {
    const { status } = await this.#server.call('POST', '/want-to-read', { as, body: item })
    expect([200, 201, 204, 409]).toContain(status)
  }

  async #uploadCover(bookId: string, step: number) {
    const [picture] = await makePictures(1, { width: 20, height: 30 })
    const body = new FormData()
    const bytes = new Uint8Array(Buffer.concat([picture!, Buffer.from(`cover ${step}`)]))
    body.set('file', new File([bytes], 'cover.jpg'))
    const path = `/api/v1/books/${bookId}/cover`
    const answer = await this.#server.fetch(path, { method: 'POST', as: 'ada', body })
    expect(answer.status).toBe(200)
  }

  async #copy(content: Content, step: number) {
    const libraries = this.libraries.filter(({ isDeleted }) => !isDeleted)
    const library = this.#dice.one(libraries)
    const i = this.contents.indexOf(content)
    const path = this.#dice.roll(2) === 0 ? `Saga/${i}.cbz` : `Copy ${step}/${i}.cbz`
    this.log.push(`file ${path} in ${library.id}`)
    writeFiles(library.folder, { [path]: content.data })
    await scanLibrary(this.#server, library.id)
  }

  async #remove(content: Content) {
    const books = (await this.listBooksOf(content)).filter(({ library, relativePath }) =>
      existsSync(join(library.folder, relativePath)),
    )
    if (books.length === 0) return
    const { library, relativePath } = this.#dice.one(books)
    this.log.push(`no file ${relativePath} in ${library.id}`)
    writeFiles(library.folder, { [relativePath]: null })
    if (!library.isDeleted) await scanLibrary(this.#server, library.id)
  }

  async #trash(content: Content) {
    const present = await this.listPresent(content)
    if (present.length === 0) return
    const { id } = this.#dice.one(present)
    this.log.push(`trash ${id}`)
    await this.#call('DELETE', `/books/${id}`, 'ada')
  }

  async #restore(content: Content) {
    const trashed = (await this.listBooksOf(content)).filter(
      (book) => !book.library.isDeleted && book.trashedAt !== null && book.missingSince === null,
    )
    if (trashed.length === 0) return
    const { id } = this.#dice.one(trashed)
    this.log.push(`restore ${id}`)
    await this.#call('POST', `/books/${id}/restore`, 'ada')
  }

  /** Renames the folder of a series. */
  async #rename(content: Content, step: number) {
    const books = (await this.listBooksOf(content)).filter(
      ({ library, relativePath }) =>
        !library.isDeleted && existsSync(join(library.folder, relativePath)),
    )
    if (books.length === 0) return
    const { library, relativePath } = this.#dice.one(books)
    const folder = dirname(relativePath)
    this.log.push(`folder ${folder} becomes Moved ${step} in ${library.id}`)
    renameSync(join(library.folder, folder), join(library.folder, `Moved ${step}`))
    await scanLibrary(this.#server, library.id)
  }

  /** Purges a trashed book with a present copy. Without one, only the reading would remain. */
  async #purge(content: Content) {
    if ((await this.listPresent(content)).length === 0) return
    const trashed = (await this.listBooksOf(content)).filter(
      (book) => !book.library.isDeleted && book.trashedAt !== null,
    )
    if (trashed.length === 0) return
    const { id, title: name } = this.#dice.one(trashed)
    this.log.push(`purge ${id}`)
    const { id: purgeId } = await this.#call('POST', `/books/${id}/purge`, 'ada', { name })
    const { status } = await waitUntilEnded(this.#server, `/purges/${purgeId}`)
    expect(status).toBe('completed')
  }

  async #toggleLibrary() {
    const library = this.#dice.one(this.libraries.slice(1))
    const path = `/libraries/${library.id}`
    this.log.push(`${library.isDeleted ? 'restore' : 'delete'} library ${library.id}`)
    await (library.isDeleted
      ? this.#call('POST', `${path}/restore`, 'ada')
      : this.#call('DELETE', path, 'ada'))
    library.isDeleted = !library.isDeleted
  }

  async #check() {
    await this.#waitUntilIdle()
    for (const { id, isDeleted } of this.libraries)
      if (!isDeleted) await scanLibrary(this.#server, id)
    await this.#waitUntilIdle()
    const copies = await Promise.all(this.contents.map((content) => this.listPresent(content)))
    for (const [i, content] of this.contents.entries()) {
      const present = copies[i]!.map(({ id }) => id)
      for (const [person, deeds] of content.deeds) await this.#checkDeeds(person, deeds, present)
      if (present.length === 1) await this.#checkMetadata(content, present[0]!)
    }
    for (const person of people) await this.#checkList(person)
    if (copies.every(({ length }) => length === 1))
      for (const person of this.#seriesFans) await this.#checkSeriesOnList(person)
  }

  async #checkDeeds(person: string, deeds: Deeds, present: readonly string[]) {
    const found = await Promise.all(present.map((id) => this.#loadDeeds(person, id)))
    for (const { completions, notes } of found) {
      expect(new Set(completions).size).toBe(completions.length)
      expect(new Set(notes).size).toBe(notes.length)
    }
    const [only, ...others] = found
    if (!only || others.length > 0) return
    const { brightness, isWanted, ...reading } = only
    expect(reading).toEqual({
      readCount: deeds.completions.size,
      completions: [...deeds.completions].toSorted(),
      notes: [...deeds.notes].toSorted(),
      page: deeds.page,
    })
    expect(isWanted).toBe(deeds.isWanted)
    if (deeds.brightness.size > 0) expect(deeds.brightness).toContain(brightness)
  }

  async #checkMetadata({ summaries, hasCover }: Content, bookId: string) {
    const metadata = await this.#call('GET', `/books/${bookId}/metadata`, 'ann')
    if (summaries.size > 0) expect(summaries).toContain(metadata.summary)
    const { covers } = await this.#call('GET', `/books/${bookId}/covers`, 'ann')
    const chosen = (covers as { source: string; isSelected: boolean }[]).filter(
      ({ isSelected }) => isSelected,
    )
    expect(chosen.map(({ source }) => source)).toEqual(hasCover ? ['custom'] : [])
  }

  async #listWanted(person: string) {
    const userId = this.#server.getUserId(person)
    return this.#server.ctx.db.select().from(wantToRead).where(eq(wantToRead.userId, userId))
  }

  async #checkList(person: string) {
    const items = await this.#listWanted(person)
    expect(new Set(items.map(({ position }) => position)).size).toBe(items.length)
  }

  async #checkSeriesOnList(person: string) {
    const wanted = (await this.#listWanted(person)).map(({ seriesId }) => seriesId)
    const present = await this.#server.ctx.db
      .select({ id: series.id, libraryId: series.libraryId })
      .from(series)
      .where(isNull(series.trashedAt))
    const open = new Set(this.libraries.filter(({ isDeleted }) => !isDeleted).map(({ id }) => id))
    const ofShelf = new Set(
      present.filter(({ libraryId }) => open.has(libraryId)).map(({ id }) => id),
    )
    expect(wanted.some((id) => id !== null && ofShelf.has(id))).toBe(true)
  }

  async #loadDeeds(person: string, bookId: string) {
    const history = await this.#call('GET', `/books/${bookId}/read-history`, person)
    const marks = await this.#call('GET', `/books/${bookId}/bookmarks`, person)
    const progress = await this.#server.call('GET', `/books/${bookId}/progress`, { as: person })
    const settings = await this.#call('GET', `/preferences?scope=book&id=${bookId}`, person)
    const completions = history.entries as { completedAt: string }[]
    return {
      readCount: history.readCount as number,
      completions: completions.map(({ completedAt }) => completedAt).toSorted(),
      notes: ((marks.data ?? marks) as { note: string }[]).map(({ note }) => note).toSorted(),
      page: (progress.status === 200 ? progress.body.currentPage : 0) as number,
      brightness: settings.preferences['reader.brightness'] as number,
      isWanted: (await this.#listWanted(person)).some((one) => one.bookId === bookId),
    }
  }
}

function getDeeds({ deeds }: Content, person: string): Deeds {
  const known = deeds.get(person)
  if (known) return known
  const none = { completions: new Set<string>(), notes: new Set<string>(), page: 0 }
  const fresh: Deeds = { ...none, isWanted: false, brightness: new Set<number>() }
  deeds.set(person, fresh)
  return fresh
}
