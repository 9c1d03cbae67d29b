/**
 * The files and page counts of all chapters of Kavita. There are as many chapters as books, so they
 * are stored in arrays of numbers: objects would take three times the memory.
 */

export interface ChapterPages {
  pageCount: number
  /** Files in the order in which they are read. */
  files: readonly ChapterPart[]
}

interface ChapterPart {
  foreignId: string
  pageCount: number | null
  isEpub: boolean
}

export type KavitaChapters = Pick<ChapterList, 'get'>

export class ChapterList {
  readonly #places = new Map<CompactId, number>()
  readonly #pageCounts: number[] = []
  /** Index of the first file of each chapter. The files of the next chapter follow. */
  readonly #starts: number[] = []
  readonly #fileIds: CompactId[] = []
  readonly #filePages: (number | null)[] = []
  readonly #epubs = new Set<number>()

  add(id: string, { pageCount, files }: ChapterPages) {
    this.#places.set(compactId(id), this.#pageCounts.push(pageCount) - 1)
    this.#starts.push(this.#fileIds.length)
    for (const file of files) {
      const place = this.#fileIds.push(compactId(file.foreignId)) - 1
      this.#filePages.push(file.pageCount)
      if (file.isEpub) this.#epubs.add(place)
    }
  }

  get(id: string): ChapterPages | undefined {
    const place = this.#places.get(compactId(id))
    if (place === undefined) return undefined
    const files: ChapterPart[] = []
    const end = this.#starts[place + 1] ?? this.#fileIds.length
    for (let file = this.#starts[place]!; file < end; file++) {
      files.push({
        foreignId: String(this.#fileIds[file]!),
        pageCount: this.#filePages[file]!,
        isEpub: this.#epubs.has(file),
      })
    }
    return { pageCount: this.#pageCounts[place]!, files }
  }
}

export type CompactId = string | number

/**
 * Converts numeric IDs to numbers, which do not take additional memory. IDs are numeric in all
 * known versions.
 */
export function compactId(id: string): CompactId {
  const number = Number(id)
  return Number.isSafeInteger(number) && String(number) === id ? number : id
}
