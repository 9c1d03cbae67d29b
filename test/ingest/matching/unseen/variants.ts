/** Names that people use for a work, derived from one of its titles. */
import type { LocalSeries } from '../../../../src/ingest/matching/model'
import type { Dice } from '../../../support/dice'
import { mediumOf, shareTitle, type Work, works } from './works'

export interface Variant {
  local: LocalSeries
  /** The title without its subtitle. */
  shortened: string | undefined
}

export function toLocal(work: Work, title: string, known: Partial<LocalSeries> = {}): LocalSeries {
  const isProse = mediumOf(work) === 'prose'
  const pictures = work.format === 'comic' ? 'comic' : 'manga'
  return {
    title,
    year: null,
    authors: [],
    kind: isProse ? 'book' : pictures,
    format: isProse ? 'epub' : 'cbz',
    publisher: null,
    bookCount: null,
    maxVolume: null,
    maxChapter: null,
    aliases: [],
    language: null,
    ...known,
  }
}

type Change = (title: string, dice: Dice, work: Work) => string

const articleFirst = /^(The|A|An|Le|Les|La|Der|Die|Das) (.+)$/

const spellings: readonly Change[] = [
  (title) => title,
  (title) => title.toUpperCase(),
  (title) => title.toLowerCase(),
  (title) => title.replaceAll(/: /g, ' - '),
  (title) => title.replaceAll(/: /g, '_ '),
  (title) => title.replaceAll(/[:;,.!?~]/g, ''),
  (title) => title.replaceAll(/[:;,.!?~'’]+/g, ' '),
  (title) => title.replaceAll(' ', '_'),
  (title) => title.replaceAll(/['’]/g, ''),
  (title) => title.replaceAll("'", '’'),
  (title) => title.replaceAll(/[-/]/g, ' '),
  (title) => title.replace(articleFirst, '$2, $1'),
  (title) => title.replace(articleFirst, '$2'),
  (title) => title.replaceAll(' & ', ' and '),
  (title) => title.replaceAll(' and ', ' & '),
  (title) => title.normalize('NFD'),
  (title) => title.replaceAll('ou', 'ō').replaceAll('uu', 'ū'),
  (title) => title.replaceAll('ou', 'o').replaceAll('uu', 'u'),
]

const additions: readonly Change[] = [
  (title) => title,
  (title) => title,
  (title) => `${title} (Digital)`,
  (title) => `[Group] ${title}`,
  (title) => `${title} [digital] (Empire)`,
  (title) => `${title} (Complete)`,
  (title) => `${title} Deluxe Edition`,
  (title) => `${title} Omnibus`,
  (title) => `${title} (Collector's Edition)`,
  (title) => `${title} - Anniversary Edition`,
  (title, dice) => `${title} Vol. ${1 + dice.roll(9)}`,
  (title, _, { authors }) => `${title} (${authors[0]})`,
  (title, _, { authors }) => `[${authors[0]}] ${title}`,
  (title, _, { authors }) => `${authors[0]} - ${title}`,
  (title, _, { authors }) => `${title} - ${authors[0]}`,
  (title, _, { authors }) => `${title} by ${authors.join(' and ')}`,
  (title) => `${title} (Dark Horse) (Digital-HD)`,
  (title) => `${title} (2-in-1 Edition)`,
  (title) => `[Some Group] ${title} [English]`,
  (title) => title.replaceAll('&', '&amp;').replaceAll("'", '&#39;'),
  (title) => title.replace(/ II$/, ' 2').replace(/ 2$/, ' II'),
  (title, dice) => `${title} v0${1 + dice.roll(9)}`,
]

const removeSubtitle = (title: string) => title.split(/: | - /)[0]!

export function createVariant(work: Work, dice: Dice): Variant {
  const full = dice.one(work.titles)
  const isShortened = dice.roll(8) === 0 && removeSubtitle(full) !== full
  const base = isShortened ? removeSubtitle(full) : full
  const spelled = dice.one(additions)(dice.one(spellings)(base, dice, work), dice, work)
  const facts = {
    authors: dice.roll(3) === 0 ? work.authors.slice(0, 1) : [],
    aliases: !isShortened && dice.roll(4) === 0 ? work.titles.filter((one) => one !== full) : [],
    maxVolume: chooseOwned(work, dice),
  }
  const title = dice.roll(4) === 0 ? `${spelled} (${work.year})` : spelled
  const year = title === spelled && dice.roll(3) === 0 ? work.year : null
  return {
    local: toLocal(work, title, { ...facts, year }),
    shortened: isShortened ? base : undefined,
  }
}

function chooseOwned(work: Work, dice: Dice) {
  const owned = 1 + dice.roll(work.totalVolumeCount ?? 1)
  return dice.roll(2) === 0 && !isMisleading(work, owned) ? owned : null
}

/**
 * True if the number of owned volumes could suggest another work with this title. Always true for
 * comics.
 */
const isMisleading = (work: Work, owned: number) =>
  work.format === 'comic' ||
  works.some((one) => one !== work && one.totalVolumeCount === owned && shareTitle(one, work))
