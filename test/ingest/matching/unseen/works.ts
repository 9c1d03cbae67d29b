/** The works in families.txt as candidates, and a provider that finds them by their words. */
import { join } from 'node:path'
import type { Medium } from '../../../../src/ingest/matching/read-series-name'
import { joinTitle, splitTitle } from '../../../../src/ingest/matching/title-words'
import type { Candidate, PublicationFormat } from '../../../../src/ingest/providers/model'

export type Work = Candidate & {
  year: number
  format: PublicationFormat
  titles: readonly string[]
}

const text = await Bun.file(join(import.meta.dir, 'families.txt')).text()

export const works: readonly Work[] = text
  .split('\n')
  .filter((line) => line !== '' && !/^(#|==)/.test(line))
  .map(parseWork)

function parseWork(line: string, index: number): Work {
  const [names, year, format, volumes, authors] = line.split(' ; ')
  if (!names || !year || !format || !volumes || !authors) throw new Error(`Incomplete: ${line}`)
  const titles = names.split(' = ')
  const isComic = format === 'comic'
  return {
    externalId: String(index + 1),
    titles,
    title: titles[0]!,
    alternateTitles: titles.slice(1).map((title) => ({ language: '', title })),
    year: Number(year),
    format: format as PublicationFormat,
    status: volumes.endsWith('+') ? 'ongoing' : 'ended',
    totalVolumeCount: isComic ? null : parseInt(volumes, 10),
    totalChapterCount: isComic ? parseInt(volumes, 10) : null,
    authors: authors.split(', '),
    country: null,
    publisher: null,
    coverUrl: null,
    siteUrl: null,
    summary: null,
  }
}

const isProse = ({ format }: Work) => format === 'novel' || format === 'light_novel'
export const mediumOf = (work: Work): Medium => (isProse(work) ? 'prose' : 'pictures')

const wordsOf = new Map(works.map((work) => [work, new Set(work.titles.flatMap(splitTitle))]))

/** Returns the ten works that share the most words with the title. */
export function searchWorks(title: string, without?: Work): Work[] {
  const words = splitTitle(title.replaceAll('_', ' '))
  const joined = joinTitle(title)
  return works
    .filter((work) => work !== without)
    .map((work) => {
      const known = wordsOf.get(work)!
      const shared = words.filter((word) => known.has(word)).length
      const isEqual = work.titles.some((one) => joinTitle(one) === joined)
      return { work, points: (isEqual ? 10 : 0) + shared - known.size / 100 }
    })
    .toSorted((a, b) => b.points - a.points)
    .slice(0, 10)
    .map(({ work }) => work)
}

/** True if both works have a title in common, as people would write it. */
export const shareTitle = (a: Work, b: Work) =>
  a.titles.some((one) => b.titles.some((other) => joinTitle(one) === joinTitle(other)))
