/** Finds the part of a chapter after its number, as in `Chapter 19 Part 2` or `第12話 前編`. Pure. */
import { lazily } from '../../../platform/lib/lazily'
import { listPhrases, toPattern } from '../../words/words'
import type { Numeral } from './numerals'

interface PartFound {
  /** Digits after the decimal point. */
  digits: string
  /** End of the part in the name. */
  end: number
}

interface Form {
  pattern: RegExp
  toDigits: (text: string) => string
  /** Whether the form is used only after a number with a sign, as in `第12話(2)`. */
  needsSign: boolean
}

/**
 * A chapter in two parts has no middle part, so the second part is .2, and a middle part is .15.
 */
const thirds: [string, string][] = [
  ['上前상전', '1'],
  ['中중', '15'],
  ['下後后하후', '2'],
]
const digitsOfThird = (text: string) =>
  thirds.find(([characters]) => characters.includes(text))?.[1] ?? ''

const listForms = lazily((): Form[] => {
  const parts = toPattern(listPhrases(['part'], false))
  const of = toPattern(listPhrases(['of'], false))
  const part = String.raw`(?:${parts})(?:\.|\.?\s)0?(\d{1,2})(?![\d.])(?:\s(?:${of})\s\d{1,2})?`
  return [
    // `Ch. 19-a`
    {
      pattern: /^-([a-i])(?![\p{L}\p{N}])/u,
      toDigits: (letter) => String(letter.charCodeAt(0) - 96),
      needsSign: false,
    },
    // `Chapter 19 Part 2` and `Chapter 19 (Part 2)`
    {
      pattern: new RegExp(String.raw`^,?\s${part}`, 'u'),
      toDigits: (digits) => digits,
      needsSign: false,
    },
    {
      pattern: new RegExp(String.raw`^\s\(${part}\)`, 'u'),
      toDigits: (digits) => digits,
      needsSign: false,
    },
    // `第3話①`
    {
      pattern: /^\s?([①-⑨])/u,
      toDigits: (circled) => String(circled.charCodeAt(0) - 0x245f),
      needsSign: false,
    },
    // `第12話 前編` and `第298话（上）`
    {
      pattern: /^\s?\(?([上中下前後后상중하전후])(?:編|篇|半|편)?\)?(?![\p{L}\p{N}])/u,
      toDigits: digitsOfThird,
      needsSign: true,
    },
    // `第12話(2)` and `第12話-2`
    {
      pattern: /^\s?(?:\((?=\d{1,2}\))|-(?=\d{1,2}(?:\s|$)))0?(\d{1,2})\)?/,
      toDigits: (digits) => digits,
      needsSign: true,
    },
  ]
})

/** Adds the part in `Chapter 19 Part 2`, which becomes 19.2. */
export function addPart<T extends Numeral & { rule: string }>(plain: string, mark: T): T {
  const isWhole = Number.isInteger(mark.value) && mark.last === null && mark.suffix === null
  if (!isWhole || !/chapter$|episode$|^c001$|^S01E02$/.test(mark.rule)) return mark
  const hasSign = /[^\p{ASCII}\p{Script=Latin}\p{Script=Cyrillic}]/u.test(
    plain.charAt(mark.end - 1),
  )
  const part = findPartBehind(plain, mark.end, hasSign)
  return part ? { ...mark, value: Number(`${mark.value}.${part.digits}`), end: part.end } : mark
}

/** `end` is the end of the chapter. `hasSign` is set if a sign such as `話` ends it. */
function findPartBehind(plain: string, end: number, hasSign: boolean): PartFound | null {
  const after = plain.slice(end, end + 24)
  for (const { pattern, toDigits, needsSign } of listForms()) {
    const found = needsSign && !hasSign ? null : pattern.exec(after)
    if (found) return { digits: toDigits(found[1] ?? ''), end: end + found[0].length }
  }
  return null
}
