import { analyse } from 'chardet'
import { decodeCp437 } from './code-pages'
import { type Encoding, encodings } from './encodings'
import { findPageWords } from './page-words'

type Decode = (bytes: Uint8Array) => string

/** Limits of the sample, because more names do not change the result. */
const maxBytes = 2 << 10
const maxNames = 200
/** Weight of the detector, which often needs more text than the names of one archive contain. */
const detectorWeight = 0.3
/** Rate of a character in a word that is common in page names. It is higher than any other rate. */
const wordRate = 1.2

/**
 * Detects the encoding of names from all names of an archive, because a single name is too short.
 * Returns a function that decodes them.
 */
export function detectNameEncoding(names: readonly Uint8Array[]): Decode {
  const samples = selectSamples(names)
  const confidences = new Map<string, number>(
    analyse(Buffer.concat(samples.flatMap((name) => [name, newLine]))).map(
      ({ name, confidence }) => [name, confidence / 100],
    ),
  )
  const readings = new Map<Encoding['decode'], Reading[] | null>()
  const readNames = ({ decode }: Encoding) => {
    const known = readings.get(decode)
    if (known !== undefined) return known
    const read = readAll(samples, decode)
    readings.set(decode, read)
    return read
  }
  let best: Encoding | undefined
  let highest = -Infinity
  for (const encoding of encodings) {
    const confidence = confidences.get(encoding.detected ?? '') ?? 0
    const rate = rateNames(encoding, readNames(encoding)) + detectorWeight * confidence
    if (rate <= highest) continue
    best = encoding
    highest = rate
  }
  return (bytes) => best?.decode(bytes) ?? decodeCp437(bytes)
}

const newLine = Buffer.from('\n')

/** Selects each name only once, because many files have the same folders. */
function selectSamples(names: readonly Uint8Array[]): Uint8Array[] {
  const selected = new Map<string, Uint8Array>()
  let bytes = 0
  for (const name of names) {
    if (selected.size === maxNames || bytes > maxBytes) break
    // No file system has such names, and reading them would take a long time.
    if (name.length > maxBytes) continue
    selected.set(Buffer.from(name).toString('latin1'), name)
    bytes += name.length
  }
  return [...selected.values()]
}

interface Reading {
  bytes: Uint8Array
  text: string
  /** Positions of characters that belong to words from `page-words.ts`. */
  words: ReadonlySet<number>
}

/** Returns null if a name is invalid. */
function readAll(names: readonly Uint8Array[], decode: Encoding['decode']): Reading[] | null {
  const read: Reading[] = []
  for (const bytes of names) {
    const text = decode(bytes)
    if (text === null) return null
    read.push({ bytes, text, words: findPageWords(text) })
  }
  return read
}

/** Returns the average rate of all non-ASCII characters, or -Infinity for invalid names. */
function rateNames(encoding: Encoding, names: readonly Reading[] | null): number {
  if (!names) return -Infinity
  let sum = 0
  let count = 0
  for (const name of names) {
    for (const rate of rateName(encoding, name)) {
      sum += rate
      count++
    }
  }
  return count === 0 ? 0 : sum / count
}

function* rateName(encoding: Encoding, { bytes: name, text, words }: Reading): Generator<number> {
  const characters = [...text]
  // Only two-byte encodings use `bytes`. Their names have fewer characters than bytes.
  const isTwoBytes = characters.length < name.length
  let at = 0
  for (const [i, character] of characters.entries()) {
    const isPlain = character <= '\x7f'
    const isHalf = isPlain || /[\uff61-\uff9f]/.test(character)
    const bytes: [number, number] = [name[at] ?? 0, isHalf ? 0 : (name[at + 1] ?? 0)]
    at += isTwoBytes && !isHalf ? 2 : 1
    if (isPlain) continue
    const [before = '', after = ''] = [characters[i - 1], characters[i + 1]]
    yield raiseRate(encoding.rate({ text: character, before, after, bytes }), words.has(i))
  }
}

/** Encodings of other scripts may also contain some letters of a word, but not the whole word. */
const raiseRate = (rate: number, isInWord: boolean) => (isInWord && rate > -1 ? wordRate : rate)
