/** Encodings of file names in ZIP archives that do not tell theirs. */
import {
  arabicRates,
  centralEuropeanCharacters,
  cyrillicRates,
  finalLetters,
  greekRates,
  hebrewRates,
  japaneseCharacters,
  koreanCharacters,
  latinCharacters,
  simplifiedCharacters,
  thaiLetters,
  traditionalCharacters,
  turkishCharacters,
} from './common-characters'
import {
  decodeCp437,
  decodeCp737,
  decodeCp850,
  decodeCp852,
  decodeCp857,
  decodeCp862,
} from './code-pages'

export interface Encoding {
  /** As the detector calls it, or null if it does not know the encoding. */
  detected: string | null
  /** Returns null if the bytes are invalid. */
  decode(bytes: Uint8Array): string | null
  /** Rates how usual a character is, from -1 to 1. */
  rate(character: Character): number
}

interface Character {
  text: string
  before: string
  after: string
  /** Two bytes. The second is 0 for a character of one byte. */
  bytes: [lead: number, trail: number]
}

type Label = ConstructorParameters<typeof TextDecoder>[0]
type Range = [first: number, last: number]

interface TwoByteOptions {
  common: ReadonlySet<string>
  /** First bytes of frequent and of rare characters. */
  usual: Range
  rare: Range
  /** Rate of a rare character. */
  rareRate?: number
  /** First second byte of both. */
  trail?: number
  hasKana?: boolean
  /** Lower for an encoding that is rarely used. */
  weight?: number
}

const isWithin = (value: number, [first, last]: Range) => value >= first && value <= last

/** Encodings of two bytes for each character of East Asian languages. */
function defineTwoBytes(
  label: Label,
  detected: string,
  {
    common,
    usual,
    rare,
    rareRate = -0.2,
    trail = 0x40,
    hasKana = false,
    weight = 1,
  }: TwoByteOptions,
): Encoding {
  return {
    detected,
    decode: createDecode(label),
    rate: ({ text, before, after, bytes }) => {
      const inWord = /[a-z]/.test(before + after) ? 0.6 : 0
      if (common.has(text)) return weight * (1 - inWord)
      if (/[\u3041-\u30ff]/.test(text)) return hasKana ? 0.9 * weight : 0.1
      const symbol = rateSymbol(text, hasKana)
      if (symbol !== undefined) return symbol < 0 ? symbol : symbol - inWord
      if (!/[\u3400-\u9fff\uac00-\ud7af]/.test(text)) return -0.5
      if (bytes[1] < trail) return -0.6
      if (isWithin(bytes[0], usual)) return 0.2 - inWord
      return isWithin(bytes[0], rare) ? rareRate : -0.7
    },
  }
}

/** Punctuation, halfwidth letters, and numerals that only Japanese programs write. */
function rateSymbol(text: string, isJapanese: boolean): number | undefined {
  if (/[\u3000-\u303f\uff01-\uff5e]/.test(text)) return 0.3
  if (/[\uff61-\uff9f]/.test(text)) return -0.8
  if (/[①-⑳Ⅰ-Ⅻ]/.test(text)) return isJapanese ? 0.3 : -0.5
  return undefined
}

/** Encodings of one byte for each letter. */
const defineOneByte = (
  decode: Encoding['decode'],
  rate: Encoding['rate'],
  detected: string | null = null,
): Encoding => ({ detected, decode, rate })

function createDecode(label: Label): Encoding['decode'] {
  const decoder = new TextDecoder(label, { fatal: true })
  return (bytes) => {
    try {
      return decoder.decode(bytes)
    } catch {
      // The bytes are in another encoding.
      return null
    }
  }
}

const isLetter = (text: string) => /\p{L}/u.test(text)
const isForeign = (text: string) => text > '\x7f' && isLetter(text)
/** An uppercase letter inside a word. */
const isMisplaced = ({ text, before }: Character) => /\p{Lu}/u.test(text) && /\p{Ll}/u.test(before)

/** Letters with accents stand between plain letters. */
const defineLatin =
  (usualLetters: ReadonlySet<string>): Encoding['rate'] =>
  (character) => {
    const { text, before, after } = character
    if (/[°’–«»¿¡ªº·©®½²³&]/.test(text)) return 0.1
    if (!/\p{Script=Latin}/u.test(text) || isMisplaced(character)) return -1
    const foreign = [before, after].filter(isForeign).length
    if (foreign === 2) return -0.6
    const usual = usualLetters.has(text) ? 0.6 : 0.3
    if (foreign === 1) return usual / 2
    if (isLetter(before) || isLetter(after)) return usual
    return /[àáéíó]/i.test(text) ? 0.3 : 0.1
  }

const rateLatin = defineLatin(latinCharacters)

/** Letters of other scripts stand together. */
const defineScript =
  (script: RegExp, rates: ReadonlyMap<string, number>): Encoding['rate'] =>
  (character) => {
    const { text, before, after } = character
    if (/[«»–—№°]/.test(text)) return 0.1
    if (!script.test(text) || isMisplaced(character)) return -1
    if (/[a-z]/i.test(before) || /[a-z]/i.test(after)) return -0.6
    const lower = text.toLowerCase()
    const rate = rates.get(lower)
    if (rate === undefined) return -0.5
    const isAlone = !isLetter(before) && !isLetter(after)
    return rate * (text === lower ? 1 : 0.8) * (isAlone ? 0.3 : 1)
  }

const rateCyrillic = defineScript(/\p{Script=Cyrillic}/u, cyrillicRates)
const rateGreekLetter = defineScript(/\p{Script=Greek}/u, greekRates)
const rateArabic = defineScript(/\p{Script=Arabic}/u, arabicRates)
const rateHebrewLetter = defineScript(/\p{Script=Hebrew}/u, hebrewRates)

/** Some letters have another form at the end of a word. */
const isFinalInside = ({ text, after }: Character) => finalLetters.has(text) && isLetter(after)
const rateHebrew: Encoding['rate'] = (character) =>
  isFinalInside(character) ? -1 : rateHebrewLetter(character)
const rateGreek: Encoding['rate'] = (character) =>
  isFinalInside(character) ? -1 : rateGreekLetter(character)

/** Vowels and tones above and below stand behind a consonant. */
const thaiMark = /[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]/
const isThaiBase = (text: string) => /[\u0e01-\u0e2e]/.test(text) || thaiMark.test(text)

const rateThai: Encoding['rate'] = ({ text, before, after }) => {
  if (/[a-z]/i.test(before + after)) return -0.6
  if (!/\p{Script=Thai}/u.test(text) || /[\u0e4f-\u0e5b]/.test(text)) return -1
  if (thaiMark.test(text)) return isThaiBase(before) ? 0.7 : -1
  // These vowels stand in front of their consonant.
  if (/[\u0e40-\u0e44]/.test(text)) return /[\u0e01-\u0e2e]/.test(after) ? 0.7 : -1
  return thaiLetters.has(text) ? 0.7 : 0
}

/** Of equally likely encodings, the first one wins. */
export const encodings: readonly Encoding[] = [
  defineTwoBytes('shift_jis', 'Shift_JIS', {
    common: japaneseCharacters,
    usual: [0x88, 0x97],
    rare: [0x98, 0xea],
    hasKana: true,
  }),
  defineTwoBytes('euc-kr', 'EUC-KR', {
    common: koreanCharacters,
    usual: [0xb0, 0xc8],
    rare: [0xca, 0xfd],
    rareRate: -0.5,
    trail: 0xa1,
  }),
  defineTwoBytes('gbk', 'GB18030', {
    common: simplifiedCharacters,
    usual: [0xb0, 0xd7],
    rare: [0xd8, 0xf7],
    trail: 0xa1,
  }),
  defineTwoBytes('big5', 'Big5', {
    common: traditionalCharacters,
    usual: [0xa4, 0xc6],
    rare: [0xc9, 0xf9],
  }),
  defineTwoBytes('euc-jp', 'EUC-JP', {
    common: japaneseCharacters,
    usual: [0xb0, 0xcf],
    rare: [0xd0, 0xf4],
    trail: 0xa1,
    hasKana: true,
    weight: 0.7,
  }),
  defineOneByte(decodeCp437, rateLatin),
  defineOneByte(decodeCp850, rateLatin),
  defineOneByte(createDecode('windows-1252'), rateLatin),
  defineOneByte(createDecode('ibm866'), rateCyrillic),
  defineOneByte(createDecode('windows-1251'), rateCyrillic, 'windows-1251'),
  defineOneByte(createDecode('koi8-r'), rateCyrillic, 'KOI8-R'),
  defineOneByte(decodeCp852, defineLatin(centralEuropeanCharacters)),
  defineOneByte(createDecode('windows-1250'), defineLatin(centralEuropeanCharacters)),
  defineOneByte(decodeCp857, defineLatin(turkishCharacters)),
  defineOneByte(createDecode('windows-1254'), defineLatin(turkishCharacters)),
  defineOneByte(decodeCp737, rateGreek),
  defineOneByte(createDecode('windows-1253'), rateGreek, 'windows-1253'),
  defineOneByte(decodeCp862, rateHebrew),
  defineOneByte(createDecode('windows-1255'), rateHebrew, 'windows-1255'),
  defineOneByte(createDecode('windows-1256'), rateArabic, 'windows-1256'),
  defineOneByte(createDecode('windows-874'), rateThai),
]
