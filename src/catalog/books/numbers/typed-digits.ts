/** Replaces numbers that people type in other scripts and forms with ASCII digits. Pure. */
import { parseChineseNumber } from '../../../media/filenames/numbers/numerals'
import { parseSpelledNumber } from '../../../media/words/spelled-numbers'

/** Zeros of the scripts whose digits people type. NFKC does not change these. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50]
const fractions: Record<string, string> = { '¼': '.25', '½': '.5', '¾': '.75' }

function toAscii(character: string): string {
  const code = character.charCodeAt(0)
  if (code >= 0xff10 && code <= 0xff19) return String(code - 0xff10)
  const zero = zeros.find((one) => code >= one && code < one + 10)
  return zero === undefined ? character : String(code - zero)
}

const chineseDigits = '〇零一二三四五六七八九十百'
const chinese = new RegExp(
  String.raw`第([${chineseDigits}]{1,7})(?![${chineseDigits}])|(?<=[\s\p{Script=Hiragana}\p{Script=Katakana}]|^)([${chineseDigits}]{1,7})(?=[巻卷話话章回集期册冊])`,
  'gu',
)

/**
 * Replaces other numerals with ASCII digits. Also normalizes ranges to a hyphen, fractions to
 * decimals, and `1,000` to `1000`.
 */
export const writeDigits = (search: string): string =>
  search
    .replace(/\p{Nd}/gu, toAscii)
    .replace(/[\u2160-\u216b\u2170-\u217b]/g, (numeral) =>
      String(parseSpelledNumber(numeral.normalize('NFKC'))),
    )
    .replace(chinese, (_, behind?: string, before?: string) =>
      behind === undefined
        ? String(parseChineseNumber(before ?? ''))
        : `第${parseChineseNumber(behind)}`,
    )
    .replace(/[上中下](?=[巻卷册冊])/g, (part) => String('上中下'.indexOf(part) + 1))
    .replace(/(?<=\d)\s?[〜～~—]\s?(?=\d)/g, '-')
    .replace(/(?<![\d.,])([1-9]),(\d{3})(?![\d.,])/g, '$1$2')
    .replace(
      /(?:(?<![\d.,/])(\d+)\s)?(?<![\d.,/])1\/2(?![\d/])/g,
      (_, whole?: string) => `${whole ?? 0}.5`,
    )
    .replace(
      /(?:(\d+)\s?)?([¼½¾])/g,
      (_, whole: string | undefined, part: string) => `${whole ?? 0}${fractions[part]}`,
    )
