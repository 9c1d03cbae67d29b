/**
 * Splits a series name into the title and other parts, such as the year, and builds search terms
 * from it. Pure.
 */
import { type Bracket, findBrackets } from '../../media/filenames/brackets'
import { detectTagKind } from '../../media/filenames/tags'
import { listPhrases, toPattern } from '../../media/words/words'
import { isDistinguishing } from './compare-titles'
import type { PublicationFormat } from '../providers/model'
import type { LocalSeries } from './model'
import { findIdsInName } from './name-ids'
import { articles, joinTitle, splitTitle } from './title-words'

export type Medium = 'prose' | 'pictures'

interface TitleForm {
  title: string
  /** Subtracted from the score, because this form is only part of the name. */
  penalty: number
  /** Whether this form omits `unknownWords`. */
  isWithoutUnknown?: boolean
}

export interface SeriesName {
  /**
   * Full title first, because an edition can be a separate publication. Then shorter forms and
   * aliases.
   */
  titles: TitleForm[]
  /**
   * Words in brackets after the title that may be part of it: `Fate/stay night [Heaven's Feel]`.
   */
  unknownWords: string | undefined
  /** Named in the title, as in `Title (Novel)`. */
  medium: Medium | undefined
  /** Named in the title, as in `Title webcomic`. */
  format: PublicationFormat | undefined
  year: number | null
}

const mediumWords: readonly (readonly [RegExp, Medium])[] = [
  [/\b(light|web)?\s*novels?\b/i, 'prose'],
  [/\b(manga|comics?|manhwa|manhua|webtoon|graphic novels?)\b/i, 'pictures'],
]
const volumeAtEnd = /\s+(vol(ume)?|v|band|tome|tomo)\.?\s*\d+\s*$/i
const articleAtEnd = new RegExp(`^(.*),\\s*(${articles}|l['’])$`, 'i')

/** In "X Edition", X is part of the title unless it describes an edition. */
const editionKinds = `${toPattern(listPhrases(['editionKind'], false))}|colou?red|new|absolute|eternal|\\d{1,3}(?:st|nd|rd|th) anniversary`
const editionOf = toPattern(listPhrases(['editionOf'], false))
const editions = `(?:(?:super|complete|full|\\d+-in-\\d+)[\\s-]+)?(?:${editionKinds})[\\s-]+(?:${editionOf})|\\d{1,3}(?:st|nd|rd|th) edition`
const otherEditions = `${toPattern(listPhrases(['edition'], false))}|digital colou?red comics|new 52`
const editionAtEnd = new RegExp(
  `(?:[\\s:–-]+(?:the\\s+)?(?:${editions}|${otherEditions})|\\s*[:–-]\\s+[\\p{L}'’]+\\s+edition)$`,
  'iu',
)

const formatWords: readonly (readonly [RegExp, PublicationFormat])[] = [
  [/\bweb[\s-]?(comic|manga|toon)$/i, 'webcomic'],
  [/\bone[\s-]?shot$/i, 'one_shot'],
  [/\bart\s?book$/i, 'artbook'],
]

export function readSeriesName({ title, year: knownYear, aliases }: LocalSeries): SeriesName {
  const brackets = readBrackets(title)
  const year = knownYear ?? pickFirst(brackets, ({ plain }) => findYear(plain)) ?? null
  const medium = pickFirst(brackets, ({ plain }) => findMedium(plain))
  const unknown = brackets.find(({ isUnknown }) => isUnknown)
  const known = brackets.filter(({ isUnknown }) => !isUnknown)
  const withoutKnown = shorten(removeRanges(title, known))
  const bare = shorten(removeRanges(title, brackets))
  const [formatWord, format] = formatWords.find(([words]) => words.test(bare)) ?? []
  const isWithoutUnknown = unknown !== undefined
  const forms = [
    { title },
    { title: withoutKnown },
    { title: withoutKnown.replace(formatWord ?? editionAtEnd, '') },
    { title: bare, isWithoutUnknown },
    { title: bare.replace(formatWord ?? editionAtEnd, ''), isWithoutUnknown },
  ]
  const own = uniqueForms(forms)
  const others = aliases.map((alias) => ({ title: alias, penalty: aliasPenalty }))
  const titles = uniqueForms([
    ...own.map((form, index) => ({ ...form, penalty: index * penaltyPerForm })),
    ...others,
  ])
  return { titles, medium, format, year, unknownWords: unknown?.plain }
}

const penaltyPerForm = 0.01
const aliasPenalty = 0.03

function uniqueForms<Form extends { title: string }>(forms: readonly Form[]): Form[] {
  const tidied = forms.map((form) => ({ ...form, title: tidy(form.title) }))
  return tidied.filter(
    ({ title }, index) =>
      joinTitle(title) !== '' && tidied.findIndex((one) => one.title === title) === index,
  )
}

function shorten(title: string) {
  const bare = title.replaceAll('_', ' ').trim().replace(volumeAtEnd, ' ').trim()
  const [, rest, article] = articleAtEnd.exec(bare) ?? []
  return rest === undefined ? bare : `${article} ${rest}`
}

interface NamedBracket extends Bracket {
  isUnknown: boolean
}

/**
 * Finds brackets and marks those that may be part of the title: several words, or a distinguishing
 * word, directly after the title. Other brackets name a group, publisher, year or medium.
 */
function readBrackets(title: string): NamedBracket[] {
  const lower = title.toLowerCase()
  let hasNamed = false
  return findBrackets(lower.length === title.length ? lower : title).map((bracket) => {
    const isFirst = !hasNamed && title.slice(0, bracket.start).trim() !== ''
    if (isFirst) hasNamed = true
    return { ...bracket, isUnknown: isFirst && mayBeTitle(bracket) }
  })
}

function mayBeTitle(bracket: Bracket) {
  const { plain } = bracket
  if (detectTagKind(bracket) !== null || findYear(plain) || findMedium(plain)) return false
  if (findIdsInName(`[${plain}]`).length > 0 || editionAtEnd.test(` ${plain}`)) return false
  const words = splitTitle(plain)
  return words.length > 1 || words.some(isDistinguishing)
}

const removeRanges = (text: string, ranges: readonly Bracket[]) =>
  ranges.reduceRight((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, text)

function pickFirst<Item, Value>(items: readonly Item[], read: (item: Item) => Value) {
  for (const item of items) {
    const value = read(item)
    if (value !== undefined && value !== null) return value
  }
  return undefined
}

interface Credit {
  person: string
  title: string
}

/** Reads credits as in `Junji Ito - Uzumaki`, `Uzumaki - Junji Ito` or `Uzumaki by Junji Ito`. */
export function splitCredits(title: string): Credit[] {
  const [, before, titleBehind] = /^(.{3,60}?)\s+[-–—]\s+(\S.*)$/.exec(title) ?? []
  const [, titleBefore, behind] = /^(\S.*)\s+(?:[-–—]|by)\s+(\S.{2,60})$/i.exec(title) ?? []
  return [
    { person: before, title: titleBehind },
    { person: behind, title: titleBefore },
  ].filter((one): one is Credit => one.person !== undefined)
}

const tidy = (title: string) => title.replaceAll('_', ' ').replace(/\s+/g, ' ').trim()

export const findMedium = (text: string) =>
  /graphic novel/i.test(text) ? 'pictures' : mediumWords.find(([words]) => words.test(text))?.[1]

export function findYear(text: string): number | null {
  const [year] = /\b(1[5-9]|20)\d\d\b/.exec(text) ?? []
  return year === undefined ? null : Number(year)
}

const maxTerms = 3

/**
 * Lists search terms: the bare title, the title without its subtitle, aliases, and last the part
 * after a dash, as in `Junji Ito - Uzumaki`.
 */
export function buildSearchTerms(local: LocalSeries): string[] {
  const { titles } = readSeriesName({ ...local, aliases: [] })
  const bare = titles.at(-1)?.title ?? local.title
  const main = bare.split(/:\s|\s[-–—~]\s/)[0]!.trim()
  const behind = /\s[-–—]\s(.+)$/.exec(bare)?.[1] ?? ''
  const terms = new Set([bare, main, ...local.aliases, behind])
  return [...terms].filter(Boolean).slice(0, maxTerms)
}
