/** Finds words in the text nodes of a section, ignoring case, accents and ligatures. Pure. */
import { spellLetters } from '../../../../../../shared/spell-letters'

export interface TextRange {
  readonly start: Place
  readonly end: Place
}

interface Place {
  /** Index of the text node. */
  readonly text: number
  readonly offset: number
}

/** A user-perceived letter, or one of the letters of a ligature. */
interface Letter extends TextRange {
  readonly spelled: string
}

/** Yields ranges that do not overlap, in text order. */
export function* findInTexts(
  texts: readonly string[],
  query: string,
  locale: string,
): Generator<TextRange> {
  const { segmenter, collator } = createToolsForBook(locale)
  const wanted = [...listLetters([query.trim()], segmenter)].map(({ spelled }) => spelled)
  const [first] = wanted
  if (first === undefined) return
  const whole = wanted.join('')
  const isFirst = rememberAnswers((spelled) => collator.compare(spelled, first) === 0)
  const near: Letter[] = []
  let last: Letter | undefined
  for (const letter of listLetters(texts, segmenter)) {
    near.push(letter)
    if (near.length > wanted.length) near.shift()
    const [start] = near
    if (near.length < wanted.length || !start || !isFirst(start.spelled)) continue
    if (last && !isAfter(start, last)) continue
    if (collator.compare(near.map(({ spelled }) => spelled).join(''), whole) !== 0) continue
    last = letter
    yield { start: start.start, end: letter.end }
  }
}

const isAfter = ({ start }: Letter, { end }: Letter) =>
  start.text > end.text || (start.text === end.text && start.offset >= end.offset)

const createTools = (locale: string) => ({
  segmenter: new Intl.Segmenter(locale, { granularity: 'grapheme' }),
  collator: new Intl.Collator(locale, { usage: 'search', sensitivity: 'base' }),
})

/** Books may specify invalid language codes. */
function createToolsForBook(locale: string) {
  try {
    return createTools(locale)
  } catch {
    return createTools('en')
  }
}

function rememberAnswers(test: (text: string) => boolean) {
  const answers = new Map<string, boolean>()
  return (text: string) => {
    const known = answers.get(text) ?? test(text)
    answers.set(text, known)
    return known
  }
}

/** Soft hyphens, and accents whose letter is in another node. */
const unseen = /^[\p{Format}\p{Mn}]+$/u
const unseenMarks = /[\p{Format}\p{Mn}]/gu
const ligatures = /[\ufb00-\ufb06]/g

function* listLetters(texts: readonly string[], segmenter: Intl.Segmenter): Generator<Letter> {
  let isSpace = false
  for (const [index, text] of texts.entries()) {
    for (const { segment, index: offset } of segmenter.segment(text)) {
      if (unseen.test(segment)) continue
      const wasSpace = isSpace
      isSpace = /^\s/.test(segment)
      if (isSpace && wasSpace) continue
      const start = { text: index, offset }
      const end = { text: index, offset: offset + segment.length }
      for (const spelled of isSpace ? ' ' : spell(segment)) yield { start, end, spelled }
    }
  }
}

function spell(segment: string): Iterable<string> {
  const plain = segment.normalize('NFD').replace(unseenMarks, '')
  const spelled = spellLetters(plain.replace(ligatures, (letter) => letter.normalize('NFKD')))
  return spelled === plain ? [segment] : spelled
}
