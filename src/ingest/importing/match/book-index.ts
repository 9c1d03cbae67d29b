/** The books of this server by what another program may know of them. Pure. */
import { foldText } from '../../../platform/lib/text/fold-text'

export interface KnownBook {
  id: string
  seriesId: string
  libraryId: string
  /** Absolute, with `/` between folders. */
  path: string
  size: number
  pageCount: number
  partialMd5: string | null
  seriesTitle: string
  volume: number | null
  chapter: number | null
  isTrashed: boolean
}

export class BookIndex {
  /** Number of the newest book, from which on books are not in the index. */
  lastNumber = 0
  readonly #books: KnownBook[] = []
  readonly #byPath = new Map<string, number>()
  readonly #byFormerPath = new Map<string, number[]>()
  readonly #byName = new Map<string, number[]>()
  readonly #byStem = new Map<string, number[]>()
  readonly #byHash = new Map<string, number[]>()
  /** Filled on first use. */
  #byHashAlone: Map<string, number[]> | undefined
  readonly #byNumber = new Map<string, number[]>()
  readonly #seriesByTitle = new Map<string, Set<string>>()
  /** Places of books and IDs of series. Filled on first use. */
  #ids: { books: Map<string, number>; series: Set<string> } | undefined
  /** Paths in lower case, for sources whose file names have no case. Filled on first use. */
  #byFoldedPath: Map<string, number[]> | undefined

  get size() {
    return this.#books.length
  }

  add(book: KnownBook) {
    const place = this.#books.push(book) - 1
    const path = book.path.normalize('NFC')
    this.#byPath.set(path, place)
    const name = nameOf(path)
    push(this.#byName, name, place)
    push(this.#byStem, stemOf(name), place)
    if (book.partialMd5 !== null) push(this.#byHash, `${book.size} ${book.partialMd5}`, place)
    const title = foldText(book.seriesTitle)
    const sameTitle = this.#seriesByTitle.get(title)
    if (sameTitle) sameTitle.add(book.seriesId)
    else this.#seriesByTitle.set(title, new Set([book.seriesId]))
    const numbers = new Set([book.volume, book.chapter].filter((one) => one !== null))
    for (const number of numbers) push(this.#byNumber, `${number} ${title}`, place)
  }

  addFormerPath(id: string, path: string, placeOf: ReadonlyMap<string, number>) {
    const place = placeOf.get(id)
    if (place !== undefined) push(this.#byFormerPath, path.normalize('NFC'), place)
  }

  /** Places of the books by ID, to add former paths. */
  listPlaces(): Map<string, number> {
    return new Map(this.#books.map(({ id }, place) => [id, place]))
  }

  findById(id: string): KnownBook | undefined {
    const place = this.#findIds().books.get(id)
    return place === undefined ? undefined : this.#books[place]
  }

  /** Returns the ID of the series, or undefined if several have the title. */
  findSeries({ hereId, title }: { hereId: string | null; title: string }): string | undefined {
    if (hereId !== null && this.#findIds().series.has(hereId)) return hereId
    const sameTitle = this.#seriesByTitle.get(foldText(title))
    return sameTitle?.size === 1 ? [...sameTitle][0] : undefined
  }

  #findIds() {
    return (this.#ids ??= {
      books: this.listPlaces(),
      series: new Set(this.#books.map(({ seriesId }) => seriesId)),
    })
  }

  findByPath(path: string, { ignoresCase }: { ignoresCase: boolean }): KnownBook | undefined {
    const place = this.#byPath.get(path)
    if (place !== undefined) return this.#books[place]
    if (!ignoresCase) return undefined
    this.#byFoldedPath ??= this.#foldPaths()
    const places = this.#byFoldedPath.get(path.toLowerCase()) ?? []
    return places.length === 1 ? this.#books[places[0]!] : undefined
  }

  #foldPaths() {
    const folded = new Map<string, number[]>()
    for (const [path, place] of this.#byPath) push(folded, path.toLowerCase(), place)
    return folded
  }

  listByFormerPath(path: string) {
    return this.#list(this.#byFormerPath.get(path))
  }

  listByName(path: string) {
    return this.#list(this.#byName.get(nameOf(path)))
  }

  listByStem(stem: string) {
    return this.#list(this.#byStem.get(stem.normalize('NFC').toLowerCase()))
  }

  /** `size`: null if it is not known. */
  listByHash(size: number | null, partialMd5: string) {
    if (size !== null) return this.#list(this.#byHash.get(`${size} ${partialMd5}`))
    return this.#list((this.#byHashAlone ??= this.#listHashes()).get(partialMd5))
  }

  #listHashes() {
    const hashes = new Map<string, number[]>()
    for (const [place, { partialMd5 }] of this.#books.entries()) {
      if (partialMd5 !== null) push(hashes, partialMd5, place)
    }
    return hashes
  }

  listByNumber(seriesTitle: string, number: number) {
    return this.#list(this.#byNumber.get(`${number} ${foldText(seriesTitle)}`))
  }

  /** Books in the trash only if there is no other. */
  #list(places: readonly number[] = []): KnownBook[] {
    const found = places.map((place) => this.#books[place]!)
    const present = found.filter(({ isTrashed }) => !isTrashed)
    return present.length > 0 ? present : found
  }
}

/** File names are compared without case: a program may have changed it. */
const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1).toLowerCase()

/** Folders of pages have no extension. */
const stemOf = (name: string) => name.replace(/\.[a-z0-9]{1,5}$/, '')

function push(map: Map<string, number[]>, key: string, place: number) {
  const known = map.get(key)
  if (known) known.push(place)
  else map.set(key, [place])
}
