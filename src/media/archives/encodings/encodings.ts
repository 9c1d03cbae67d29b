/** Encodings of file names in archives that do not specify the encoding. */
import { centralAlphabets, turkishAlphabets, westernAlphabets } from './alphabets'
import {
  arabicRates,
  cyrillicRates,
  finalLetters,
  greekRates,
  hebrewRates,
  japaneseCharacters,
  koreanCharacters,
  simplifiedCharacters,
  thaiLetters,
  traditionalCharacters,
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
  /** The detector's name for the encoding, or null if the detector does not know it. */
  detected: string | null
  /** Returns null if the bytes are invalid. */
  decode(bytes: Uint8Array): string | null
  /** Rates how common a character is, from -1 to 1. */
  rate(character: Character): number
}

interface Character {
  text: string
  before: string
  after: string
  /** The two bytes. The second one is 0 for a single-byte character. */
  bytes: [lead: number, trail: number]
}

type Label = ConstructorParameters<typeof TextDecoder>[0]
type Range = [first: number, last: number]

interface TwoByteOptions {
  common: ReadonlySet<string>
  /** First bytes of frequent and of rare characters. */
  usual: Range
  rare: Range
  rareRate?: number
  /** Lowest second byte in both ranges. */
  trail?: number
  hasKana?: boolean
  /** Lower for an encoding that is rarely used. */
  weight?: number
}

const isWithin = (value: number, [first, last]: Range) => value >= first && value <= last

/** Defines an East Asian encoding with two bytes for each character. */
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
      if (/[\u3041-\u30ff]/.test(text)) return hasKana ? 0.9 * weight - inWord : 0.1
      const symbol = rateSymbol(text, hasKana)
      if (symbol !== undefined) return symbol < 0 ? symbol : symbol - inWord
      if (!/[\u3400-\u9fff\uac00-\ud7af]/.test(text)) return -0.5
      if (bytes[1] < trail) return -0.6
      if (isWithin(bytes[0], usual)) return 0.2 - inWord
      return isWithin(bytes[0], rare) ? rareRate : -0.7
    },
  }
}

/** Rates punctuation, full- and halfwidth forms, and numerals that only Japanese programs write. */
function rateSymbol(text: string, isJapanese: boolean): number | undefined {
  if (/[\u3000-\u303f\uff01-\uff5e]/.test(text)) return 0.3
  if (/[\uff61-\uff9f]/.test(text)) return -0.8
  if (/[①-⑳Ⅰ-Ⅻ]/.test(text)) return isJapanese ? 0.3 : -0.5
  return undefined
}

/** Defines an encoding with one byte for each letter. */
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
      // The bytes are not valid in this encoding.
      return null
    }
  }
}

const isLetter = (text: string) => /\p{L}/u.test(text)
const isForeign = (text: string) => text > '\x7f' && isLetter(text)
const isUpper = (text: string) => /\p{Lu}/u.test(text)
const isLower = (text: string) => /\p{Ll}/u.test(text)

/**
 * Returns whether an uppercase letter is inside a word, or a lowercase letter starts a word and
 * precedes an uppercase letter.
 */
const isMisplaced = ({ text, before, after }: Character) =>
  isUpper(text)
    ? isLower(before) || (isLetter(before) && isLower(after))
    : isLower(text) && !isLetter(before) && isUpper(after)

const isVowel = (text: string) => /[aeiouyäöüıæœ]/i.test(text)
const isConsonant = (text: string) => isLetter(text) && !isVowel(text)

/** Returns whether the neighbors fit `ł`. Its byte is `ê` in other encodings, as in `Viêt`. */
const isPlaceOfPolishL = ({ before, after }: Character) =>
  (isVowel(before) || isVowel(after)) &&
  !(/u/i.test(before) && /[mnpst]/i.test(after)) &&
  !(/i/i.test(before) && /[mnt]/i.test(after))

/** Returns whether the neighbors fit `ß`, as in `weiß`. Its byte is `á` in another encoding. */
const isSharpS = (before: string, after: string) =>
  (/i/i.test(before) && (/[ehi]/i.test(after) || !isLetter(after))) ||
  (/e/i.test(before) && !/[lnrt]/i.test(after))

/** Letters that are frequent only in positions for which `isInPlace` returns true. */
const latinPlaces: readonly [letters: RegExp, isInPlace: (character: Character) => boolean][] = [
  [/[ßïğ]/i, ({ before }) => isVowel(before)],
  [/[èêæåø]/i, ({ after }) => !/[aou]/i.test(after)],
  [/[őű]/i, ({ before, after }) => !/[aeiou]/i.test(before) && !/[aeou]/i.test(after)],
  [/ı/, ({ before, after }) => !isVowel(before) && !isVowel(after)],
  [/û/i, ({ before }) => !/[yz]/i.test(before)],
  [/[ëěů]/i, ({ before }) => isLetter(before)],
  [/[śńźý]/i, ({ after }) => !isVowel(after)],
  [/[ŕĺ]/i, ({ before, after }) => isConsonant(before) && isConsonant(after)],
  [/ę/i, ({ before, after }) => !/[cdnu]/i.test(before) || !/s/i.test(after)],
  [/č/i, ({ after }) => !/s/i.test(after)],
  [/ť/i, ({ after }) => !/[eiu]/i.test(after)],
  [/à/, ({ before, after }) => isLetter(before) || !isLetter(after)],
  [/þ/i, ({ after }) => !/[cdklmnpstvz]/i.test(after)],
  [/ł/i, isPlaceOfPolishL],
  [/õ/i, ({ after }) => /e/i.test(after)],
  [/ä/i, ({ after }) => !/e/i.test(after)],
  [/ă/i, ({ before, after }) => isLetter(before) && !/[aeo]/i.test(after)],
  [/á/i, ({ before, after }) => !/[aou]/i.test(before) && !isSharpS(before, after)],
  [/ù/i, ({ after }) => !isLetter(after)],
  [/ã/i, ({ before, after }) => isLetter(before) && /[oesi]|\P{L}|^$/iu.test(after)],
]

const isOutOfPlace = (character: Character) =>
  latinPlaces.some(([letters, isInPlace]) => letters.test(character.text) && !isInPlace(character))

function rateLatinSymbol({ text, before, after }: Character): number | undefined {
  if (/[ºª]/.test(text) && /[n\d]/i.test(before) && !isLetter(after)) return 0.6
  if (/[’·]/.test(text)) return 0.1
  if (/[°–«»¿¡ªº©®½²³&]/.test(text)) return isLetter(before) && isLetter(after) ? -0.6 : 0.1
  return undefined
}

/** Builds the rating for a Latin alphabet. Accented letters usually have unaccented neighbors. */
function defineLatin(alphabet: string): Encoding['rate'] {
  const findPlace = (letter: string) =>
    alphabet.indexOf(letter === 'İ' ? letter : letter.toLowerCase())
  return (character) => {
    const { text, before, after } = character
    const symbol = rateLatinSymbol(character)
    if (symbol !== undefined) return symbol
    if (!/\p{Script=Latin}/u.test(text) || isMisplaced(character)) return -1
    const foreign = [before, after].filter(isForeign).length
    if (foreign === 2) return [before, text, after].every((one) => findPlace(one) >= 0) ? 0.2 : -0.6
    const place = findPlace(text)
    const usual = place === -1 || isOutOfPlace(character) ? 0.1 : 0.7 - 0.015 * place
    if (foreign === 1) return usual / 2
    if (isLetter(before) || isLetter(after)) return usual
    return /[àáéíó]/i.test(text) ? 0.3 : 0.1
  }
}

/** Defines one encoding per language, because no language uses all accented letters. */
const defineLanguages = (decode: Encoding['decode'], alphabets: readonly string[]): Encoding[] =>
  alphabets.map((alphabet) => defineOneByte(decode, defineLatin(alphabet)))

/** Builds the rating for a non-Latin script. Latin letters are not expected next to its letters. */
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

/** Returns whether a letter has its word-final form inside a word. */
const isFinalInside = ({ text, after }: Character) => finalLetters.has(text) && isLetter(after)
const rateHebrew: Encoding['rate'] = (character) =>
  isFinalInside(character) ? -1 : rateHebrewLetter(character)
/** Greek words end in vowels, `ν` or `ς`, and rarely in `ρ`. */
const isEndOfGreek = ({ text, before, after }: Character) =>
  !isLetter(before) || isLetter(after) || /[αεηιουωάέήίόύώϊϋΐΰνςρ]/i.test(text)
const rateGreek: Encoding['rate'] = (character) => {
  if (isFinalInside(character)) return -1
  // Names from other languages can also have other endings, as in `Λουκ`.
  return isEndOfGreek(character) ? rateGreekLetter(character) : -0.5
}

/** Vowels and tone marks above and below follow a consonant. */
const thaiMark = /[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]/
const isThaiBase = (text: string) => /[\u0e01-\u0e2e]/.test(text) || thaiMark.test(text)

const rateThai: Encoding['rate'] = ({ text, before, after }) => {
  if (/[a-z]/i.test(before + after)) return -0.6
  if (!/\p{Script=Thai}/u.test(text) || /[\u0e4f-\u0e5b]/.test(text)) return -1
  if (thaiMark.test(text) || /[ะาำ]/.test(text)) return isThaiBase(before) ? 0.9 : -1
  // These vowels precede their consonant.
  if (/[\u0e40-\u0e44]/.test(text)) return /[\u0e01-\u0e2e]/.test(after) ? 0.9 : -1
  return thaiLetters.has(text) ? 0.45 : 0
}

/** If several encodings are equally likely, the first one is used. */
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
  ...defineLanguages(decodeCp437, westernAlphabets),
  ...defineLanguages(decodeCp850, westernAlphabets),
  ...defineLanguages(createDecode('windows-1252'), westernAlphabets),
  defineOneByte(createDecode('ibm866'), rateCyrillic),
  defineOneByte(createDecode('windows-1251'), rateCyrillic, 'windows-1251'),
  defineOneByte(createDecode('koi8-r'), rateCyrillic, 'KOI8-R'),
  ...defineLanguages(decodeCp852, centralAlphabets),
  ...defineLanguages(createDecode('windows-1250'), centralAlphabets),
  ...defineLanguages(decodeCp857, turkishAlphabets),
  ...defineLanguages(createDecode('windows-1254'), turkishAlphabets),
  defineOneByte(decodeCp737, rateGreek),
  defineOneByte(createDecode('windows-1253'), rateGreek, 'windows-1253'),
  defineOneByte(decodeCp862, rateHebrew),
  defineOneByte(createDecode('windows-1255'), rateHebrew, 'windows-1255'),
  defineOneByte(createDecode('windows-1256'), rateArabic, 'windows-1256'),
  defineOneByte(createDecode('windows-874'), rateThai),
]
