/** Metadata that someone edited in YACReaderLibrary, or imported there from Comic Vine. */
import type { ForeignBookEdits } from '../../neutral-form'
import type { ForeignDatabase, ForeignRow } from '../foreign-database'
import { asBoolean, asText } from '../values/foreign-values'
import { readComicValues } from '../values/comic-values'
import { readInfoRows, type YacreaderFiles } from './yacreader-books'

/** Elements of ComicInfo.xml by column. */
const elements = {
  title: 'Title',
  number: 'Number',
  count: 'Count',
  volume: 'Volume',
  genere: 'Genre',
  writer: 'Writer',
  penciller: 'Penciller',
  inker: 'Inker',
  colorist: 'Colorist',
  letterer: 'Letterer',
  coverArtist: 'CoverArtist',
  editor: 'Editor',
  publisher: 'Publisher',
  imprint: 'Imprint',
  format: 'Format',
  synopsis: 'Summary',
  tags: 'Tags',
  languageISO: 'LanguageISO',
} as const

const columns = ['edited', 'date', ...(Object.keys(elements) as (keyof typeof elements)[])]

export function* readYacreaderValues(
  db: ForeignDatabase,
  files: YacreaderFiles,
): Generator<ForeignBookEdits> {
  for (const [id, row] of readInfoRows(db, columns)) {
    const bookIds = files.get(id) ?? []
    if (bookIds.length === 0 || !asBoolean(row['edited'])) continue
    const edits = readValues(row)
    if (Object.keys(edits).length === 0) continue
    for (const bookId of bookIds) yield { bookId, edits }
  }
}

function readValues(row: ForeignRow) {
  const texts = new Map<string, string>(readDate(asText(row['date'], 40)))
  for (const [column, element] of Object.entries(elements)) {
    // Names are separated by line breaks.
    const text = asText(row[column], 65_536)?.trim()
    if (text) texts.set(element, isNames(element) ? text.replaceAll(/[\r\n]+/g, ', ') : text)
  }
  return readComicValues((name) => texts.get(name) ?? null)
}

const isNames = (element: string) => element !== 'Summary'

/** Reads the day, month and year. Unknown parts are 0 or missing. */
function readDate(date: string | null): [string, string][] {
  const [day, month, year] = date?.split('/') ?? []
  const parts = { Day: day, Month: month, Year: year }
  return Object.entries(parts).flatMap(([name, part]): [string, string][] =>
    part !== undefined && Number(part) > 0 ? [[name, part]] : [],
  )
}
