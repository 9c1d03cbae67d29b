/**
 * Indexes the books of this server by the values that another program may store about them. Pure.
 */
import { foldText } from '../../../platform/lib/text/fold-text'
import { buildPathTail, nameOf, stemOf } from './book-names'
import { PlaceLists } from './place-lists'

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
  /** Number of the newest book in the index. Newer books are not included. */
  lastNumber = 0
  readonly #books: KnownBook[] = []
  readonly #byPath = this.#createLists((book, path) => pathOf(book) === path)
  readonly #byFormerPath = new Map<string, number[]>()
  readonly #byName = this.#createLists((book, name) => nameOf(pathOf(book)) === name)
  readonly #byTail = this.#createLists((book, tail) => buildPathTail(book.path) === tail)
  readonly #byStem = this.#createLists((book, stem) => stemOf(nameOf(pathOf(book))) === stem)
  readonly #byHash = this.#createLists((book, hash) => hashOf(book) === hash)
  /** Filled on first use. */
  #byHashAlone: Map<string, number[]> | undefined
  readonly #byNumber = this.#createLists((book, key) => this.#listNumbers(book).includes(key))
  readonly #seriesByTitle = new Map<string, Set<string>>()
  readonly #foldedTitles = new Map<string, string>()
  /** Positions of books by ID, and IDs of series. Filled on first use. */
  #ids: { books: Map<string, number>; series: Set<string> } | undefined
  /** Paths in lower case, for sources with case-insensitive file names. Filled on first use. */
  #byFoldedPath: Map<string, number[]> | undefined

  get size() {
    return this.#books.length
  }

  add(book: KnownBook) {
    const place = this.#books.push(book) - 1
    const path = pathOf(book)
    this.#byPath.add(path, place)
    const name = nameOf(path)
    this.#byName.add(name, place)
    this.#byStem.add(stemOf(name), place)
    const tail = buildPathTail(path)
    if (tail !== undefined) this.#byTail.add(tail, place)
    const hash = hashOf(book)
    if (hash !== undefined) this.#byHash.add(hash, place)
    const title = this.#foldTitle(book.seriesTitle)
    const sameTitle = this.#seriesByTitle.get(title)
    if (sameTitle) sameTitle.add(book.seriesId)
    else this.#seriesByTitle.set(title, new Set([book.seriesId]))
    for (const key of new Set(this.#listNumbers(book))) this.#byNumber.add(key, place)
  }

  #createLists(hasText: (book: KnownBook, text: string) => boolean) {
    return new PlaceLists((place, text) => hasText(this.#books[place]!, text))
  }

  #listNumbers({ volume, chapter, seriesTitle }: KnownBook): string[] {
    const title = this.#foldTitle(seriesTitle)
    return [volume, chapter].flatMap((number) => (number === null ? [] : `${number} ${title}`))
  }

  #foldTitle(title: string): string {
    const known = this.#foldedTitles.get(title)
    if (known !== undefined) return known
    const folded = foldText(title)
    this.#foldedTitles.set(title, folded)
    return folded
  }

  addFormerPath(id: string, path: string, placeOf: ReadonlyMap<string, number>) {
    const place = placeOf.get(id)
    if (place !== undefined) push(this.#byFormerPath, path.normalize('NFC'), place)
  }

  /** Returns the positions of the books by ID, which are needed to add former paths. */
  listPlaces(): Map<string, number> {
    return new Map(this.#books.map(({ id }, place) => [id, place]))
  }

  findById(id: string): KnownBook | undefined {
    const place = this.#findIds().books.get(id)
    return place === undefined ? undefined : this.#books[place]
  }

  /**
   * Returns `hereId` if that series exists, or else the only series with the title. Returns
   * undefined if no series or several have the title.
   */
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
    const place = this.#findPlace(path)
    if (place !== undefined) return this.#books[place]
    if (!ignoresCase) return undefined
    this.#byFoldedPath ??= this.#foldPaths()
    const places = this.#byFoldedPath.get(path.toLowerCase()) ?? []
    return places.length === 1 ? this.#books[places[0]!] : undefined
  }

  /** Returns the position of the newest book with this path. */
  #findPlace(path: string) {
    return this.#byPath.list(path).at(-1)
  }

  #foldPaths() {
    const folded = new Map<string, number[]>()
    for (const [place, book] of this.#books.entries()) {
      const path = pathOf(book)
      if (this.#findPlace(path) === place) push(folded, path.toLowerCase(), place)
    }
    return folded
  }

  listByFormerPath(path: string) {
    return this.#list(this.#byFormerPath.get(path))
  }

  listByName(path: string) {
    return this.#list(this.#byName.list(nameOf(path)))
  }

  /**
   * Lists books whose file name and folder name match the path. Includes books in the trash only if
   * all books with this file name are in the trash.
   */
  listByTail(path: string) {
    const tail = buildPathTail(path)
    const places = tail === undefined ? [] : this.#byTail.list(tail)
    const name = nameOf(path)
    const same = this.#list(places).filter((book) => nameOf(pathOf(book)) === name)
    if (same.every(({ isTrashed }) => !isTrashed)) return same
    return this.listByName(path).filter((book) => buildPathTail(book.path) === tail)
  }

  listByStem(stem: string) {
    return this.#list(this.#byStem.list(stem.normalize('NFC').toLowerCase()))
  }

  /** Lists books with this hash. `size`: null if unknown. */
  listByHash(size: number | null, partialMd5: string) {
    if (size !== null) return this.#list(this.#byHash.list(`${size} ${partialMd5}`))
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
    return this.#list(this.#byNumber.list(`${number} ${foldText(seriesTitle)}`))
  }

  /** Omits books in the trash, unless all of these books are in the trash. */
  #list(places: readonly number[] = []): KnownBook[] {
    const found = places.map((place) => this.#books[place]!)
    const present = found.filter(({ isTrashed }) => !isTrashed)
    return present.length > 0 ? present : found
  }
}

const pathOf = ({ path }: KnownBook) => path.normalize('NFC')

const hashOf = ({ size, partialMd5 }: KnownBook) =>
  partialMd5 === null ? undefined : `${size} ${partialMd5}`

function push(map: Map<string, number[]>, key: string, place: number) {
  const known = map.get(key)
  if (known) known.push(place)
  else map.set(key, [place])
}
