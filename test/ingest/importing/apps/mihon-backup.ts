/** Writes backups as Mihon does. */

/** A protobuf message. Fields that are undefined are not written. */
export class ProtobufWriter {
  readonly #bytes: number[] = []

  get bytes(): Uint8Array {
    return Uint8Array.from(this.#bytes)
  }

  #varint(value: bigint) {
    let rest = BigInt.asUintN(64, value)
    for (; rest > 127n; rest >>= 7n) this.#bytes.push(Number(rest & 127n) | 128)
    this.#bytes.push(Number(rest))
    return this
  }

  int(field: number, value: number | bigint | boolean | undefined) {
    if (value === undefined) return this
    return this.#varint(BigInt(field << 3)).#varint(BigInt(value))
  }

  float(field: number, value: number | undefined) {
    if (value === undefined) return this
    this.#varint(BigInt((field << 3) | 5))
    this.#bytes.push(...new Uint8Array(Float32Array.of(value).buffer))
    return this
  }

  data(field: number, value: string | Uint8Array | ProtobufWriter | undefined) {
    if (value === undefined) return this
    const bytes = value instanceof ProtobufWriter ? value.bytes : Buffer.from(value)
    this.#varint(BigInt((field << 3) | 2)).#varint(BigInt(bytes.length))
    for (const byte of bytes) this.#bytes.push(byte)
    return this
  }
}

interface WrittenChapter {
  url: string
  name?: string
  read?: boolean
  bookmark?: boolean
  /** Counted from 0. */
  lastPageRead?: number
  number?: number
  /** ISO times. */
  modifiedAt?: string
  readAt?: string
  readMs?: number
}

interface WrittenManga {
  source?: bigint | number
  url?: string
  title: string
  notes?: string
  /** Order numbers. */
  categories?: readonly number[]
  /** As newer versions write them. */
  packedCategories?: readonly number[]
  score?: number
  chapters?: readonly WrittenChapter[]
}

export interface WrittenBackup {
  mangas: readonly WrittenManga[]
  categories?: readonly { name: string; order: number; id?: number }[]
  sources?: readonly { name: string; id: bigint }[]
}

export function buildMihonBackup({ mangas, categories = [], sources = [] }: WrittenBackup) {
  const backup = new ProtobufWriter()
  for (const manga of mangas) backup.data(1, buildManga(manga))
  for (const { name, order, id } of categories) {
    backup.data(2, new ProtobufWriter().data(1, name).int(2, order).int(3, id))
  }
  for (const { name, id } of sources)
    backup.data(101, new ProtobufWriter().data(1, name).int(2, id))
  return backup.bytes
}

function buildManga(manga: WrittenManga) {
  const { source = 999, url = `/title/${manga.title}`, title, chapters = [] } = manga
  const written = new ProtobufWriter().int(1, source).data(2, url).data(3, title)
  for (const chapter of chapters) written.data(16, buildChapter(chapter))
  for (const order of manga.categories ?? []) written.int(17, order)
  if (manga.packedCategories) written.data(17, Uint8Array.from(manga.packedCategories))
  if (manga.score !== undefined)
    written.data(18, new ProtobufWriter().int(1, 2).float(8, manga.score))
  for (const { url: chapterUrl, readAt, readMs } of chapters) {
    if (readAt === undefined) continue
    const history = new ProtobufWriter().data(1, chapterUrl).int(2, Date.parse(readAt))
    written.data(104, history.int(3, readMs))
  }
  // A field of a fork.
  return written.data(110, manga.notes).data(602, 'unknown')
}

const buildChapter = ({ modifiedAt, ...chapter }: WrittenChapter) =>
  new ProtobufWriter()
    .data(1, chapter.url)
    .data(2, chapter.name ?? 'Chapter')
    .int(4, chapter.read)
    .int(5, chapter.bookmark)
    .int(6, chapter.lastPageRead)
    .float(9, chapter.number)
    .int(11, modifiedAt === undefined ? undefined : Date.parse(modifiedAt) / 1000)
