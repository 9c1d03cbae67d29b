import { type NumberedEntry, maxEntries, tooManyEntries } from '../archive'

export interface SevenZipEntry extends NumberedEntry {
  encrypted: boolean
  /** Checksum of the unpacked bytes, or null if it is missing or encrypted. */
  crc: number | null
  /**
   * Number of the solid block. A file can be unpacked only together with the preceding files in its
   * block.
   */
  block: number
  /** Number of bytes before the file in its block. */
  before: number
  /** Memory required for unpacking, in bytes. */
  memory: number
  /** Hexadecimal ID of a compression method that 7-Zip does not support, or null. */
  unknownMethod: string | null
}

/** Parses the output of `7z l -slt`: records of `Key = value` separated by empty lines. */
export class ListingReader {
  readonly entries: SevenZipEntry[] = []
  #started = false
  #count = 0
  #block = -1
  #before = 0
  #record = new Map<string, string>()

  line(text: string) {
    if (!this.#started) this.#started = text.startsWith('----------')
    else if (text === '') this.end()
    else {
      const at = text.indexOf(' = ')
      if (at > 0 && !this.#record.has(text.slice(0, at))) {
        this.#record.set(text.slice(0, at), text.slice(at + 3))
      }
    }
  }

  /** Ends a record. Also call this after the last line. */
  end() {
    const record = this.#record
    const name = record.get('Path')
    if (name === undefined) return
    this.#record = new Map()
    const index = this.#count++
    if (this.#count > maxEntries) throw tooManyEntries()
    if (isFolder(record) || isLink(record)) return
    const size = parseWholeNumber(record.get('Size'))
    const block = parseWholeNumber(record.get('Block') ?? '-1')
    const method = record.get('Method') ?? ''
    if (block !== this.#block) this.#before = 0
    this.#block = block
    this.entries.push({
      name,
      index,
      size,
      encrypted: record.get('Encrypted') === '+',
      crc: parseCrc(record, size),
      block,
      before: this.#before,
      memory: parseMemory(method),
      unknownMethod: findUnknownMethod(method),
    })
    this.#before += size
  }
}

const isFolder = (record: Map<string, string>) =>
  record.get('Folder') === '+' || (record.get('Attributes') ?? '').startsWith('D')

/** Checks the Unix permissions, which follow the Windows attributes. */
const isLink = (record: Map<string, string>) =>
  /(^| )l[rwxsStT-]{9}$/.test(record.get('Attributes') ?? '')

/** Empty files have no checksum. */
function parseCrc(record: Map<string, string>, size: number): number | null {
  const text = record.get('CRC') ?? ''
  if (record.get('Encrypted') === '+') return null
  if (/^[0-9a-f]{8}$/i.test(text)) return Number.parseInt(text, 16)
  return size === 0 ? 0 : null
}

function parseWholeNumber(text: string | undefined): number {
  const value = Number(text ?? 0)
  return Number.isSafeInteger(value) ? value : 0
}

/**
 * Finds the number that 7-Zip prints for an unknown method. For others, it prints a name such as
 * `LZMA2:24 BCJ`.
 */
const findUnknownMethod = (method: string) =>
  method.split(' ').find((name) => /^[0-9A-F]{2,16}$/.test(name)) ?? null

/**
 * `LZMA2:24` is a window of 2^24 bytes, and `LZMA:1536m` is a window of 1536 MB. `PPMD:o6:mem24`
 * uses 2^24 bytes.
 */
function parseMemory(method: string): number {
  let most = 0
  for (const [, size = '', unit = ''] of method.matchAll(
    /:(?:mem)?(\d{1,10})([kmg]?)(?=[: ]|$)/gi,
  )) {
    const factor = { k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 }[unit.toLowerCase()]
    const bytes = factor ? Number(size) * factor : 2 ** Math.min(Number(size), 60)
    most = Math.max(most, bytes)
  }
  return most
}
