/** Creates a comic as a CBZ with ComicInfo.xml. */
import { escapeXml } from '../../platform/lib/text/escape-xml'
import type { ComicSeries } from './shelf'
import { zip } from './zip'

/** Creates one book of the series. Book numbers start at 1. */
export function makeCbz(
  series: ComicSeries,
  number: number,
  pages: Uint8Array[],
): Buffer<ArrayBuffer> {
  const pictures = pages.map((data, i) => ({
    name: `${String(i + 1).padStart(3, '0')}.jpg`,
    data,
  }))
  return zip([
    { name: 'ComicInfo.xml', data: buildComicInfo(series, number, pages.length) },
    ...pictures,
  ])
}

export function buildComicFileName({ title, counted }: ComicSeries, number: number): string {
  const count = counted === 'volume' ? `v${padNumber(number, 2)}` : `#${padNumber(number, 3)}`
  return `${title} ${count}.cbz`
}

const padNumber = (number: number, digits: number) => String(number).padStart(digits, '0')

function buildComicInfo(series: ComicSeries, number: number, pageCount: number): string {
  const elements: Record<string, string | number> = {
    Title: series.books[number - 1] ?? series.title,
    Series: series.title,
    Number: number,
    Count: series.books.length,
    ...(series.counted === 'volume' && { Volume: number }),
    Summary: series.summary,
    Year: series.year + Math.floor((number - 1) / 2),
    Month: 3 + ((number * 5) % 9),
    Writer: series.writer,
    Penciller: series.artist,
    CoverArtist: series.artist,
    Publisher: series.publisher,
    Genre: series.genre,
    Tags: series.tags,
    PageCount: pageCount,
    LanguageISO: series.language,
    Format: series.kind === 'webtoon' ? 'Web Comic' : 'Trade Paperback',
    BlackAndWhite: series.kind === 'manga' ? 'Yes' : 'No',
    Manga: series.kind === 'manga' ? 'YesAndRightToLeft' : 'No',
    AgeRating: series.ageRating,
  }
  const lines = Object.entries(elements).map(
    ([name, value]) => `  <${name}>${escapeXml(String(value))}</${name}>`,
  )
  return `<?xml version="1.0" encoding="utf-8"?>\n<ComicInfo>\n${lines.join('\n')}\n</ComicInfo>\n`
}
