/** Forms of a title that are equal for similar titles. Pure. */
import { findEdition } from '../../../media/filenames/specials-and-editions'
import { foldText } from '../../../platform/lib/text/fold-text'
import { articles, splitTitle } from '../../matching/title-words'

const articleWord = new RegExp(`^(${articles})$`)
const editionWord = /^(edition|deluxe|remastered|digital|collected|uncut|tp|gn)$/
const brackets = /\([^()]{0,100}\)|\[[^[\]]{0,100}\]/g
const subtitleStart = /:\s|\s[-–—~]\s/
/**
 * Minimum length for tolerating a misspelling, because short titles often differ by only one
 * letter.
 */
const shortestMisspelled = 6
const longestMisspelled = 60

interface Forms {
  full: string
  /** The title without its subtitle, or undefined if there is no subtitle. */
  main: string | undefined
}

/** Lists the forms under which the series of an entry is looked up. */
export const listWantedForms = (title: string) => listForms(title, (main) => [`main ${main}`])

/**
 * Lists the forms under which a series is found. A title with a subtitle and the same title without
 * one share a form. Titles with different subtitles have no form in common.
 */
export const listSeriesForms = (title: string) => [
  ...listForms(title, (main) => [`full ${main}`]),
  `main ${readForms(title).full}`,
]

function listForms(title: string, describeMain: (main: string) => string[]): string[] {
  const { full, main } = readForms(title)
  if (full === '') return []
  return [`full ${full}`, ...(main ? describeMain(main) : []), ...listMisspelled(full)]
}

function readForms(title: string): Forms {
  const full = reduceTitle(title)
  const [before = ''] = title.split(subtitleStart)
  const main = reduceTitle(before)
  return { full, main: main === '' || main === full ? undefined : main }
}

/** Joins the words of a title, except articles and words for editions. */
function reduceTitle(title: string): string {
  const words = splitTitle(removeEditions(title.replace(brackets, ' ')))
  const kept = words.filter((word) => !articleWord.test(word) && !editionWord.test(word))
  return (kept.length > 0 ? kept : words).join('')
}

function removeEditions(title: string): string {
  let text = foldText(title)
  for (let place = findEdition(text); place; place = findEdition(text)) {
    text = `${text.slice(0, place.start)} ${text.slice(place.end)}`
  }
  return text
}

/**
 * Lists the title and its variants that each lack one letter. Two titles that differ by one letter
 * share a form; titles with different digits never do.
 */
function listMisspelled(full: string): string[] {
  const letters = Array.from(full)
  if (letters.length < shortestMisspelled || letters.length > longestMisspelled) return []
  const digits = full.replaceAll(/\D/g, '')
  const shorter = letters.map((_, place) => letters.toSpliced(place, 1).join(''))
  return [...new Set([full, ...shorter])].map((form) => `near ${digits} ${form}`)
}
