/** Reads ComicRack's `ComicDb.xml`, including that of ComicRack Community Edition. */
import type { Message } from '../../../../platform/messages/message'
import { leftOutMessages } from '../../messages'
import type { ForeignBook, ForeignBookEdits, OpenSource } from '../../neutral-form'
import { listCounted } from '../left-out'
import { sourceNames } from '../../neutral-form'
import { readComicValues } from '../values/comic-values'
import { asInteger, asReal, asSize } from '../values/foreign-values'
import { createNameless } from '../nameless-person'
import { createInstance, type TextReader } from '../source-reader'
import { readTextStart } from '../text/text-file'
import { readComics, readFolders, root } from './comicrack-file'
import {
  countSmartLists,
  countUndatedComics,
  readComicrackLists,
  readComicrackPersonal,
  readComicrackReadings,
  readerId,
} from './comicrack-personal'

export const comicrackReader: TextReader = {
  kind: 'comicrack',
  fileNames: ['ComicDb.xml'],
  recognizes: (start) => start.trimStart().startsWith('<') && start.includes(`<${root}`),
  open(file): OpenSource {
    const folders = readFolders(file)
    return {
      kind: 'comicrack',
      instance: identify(file),
      version: '?',
      libraries: folders.map((path) => ({ foreignId: path, name: path, paths: [path] })),
      people: [createNameless(readerId, 'comicrack')],
      books: () => readBooks(file),
      series: () => [],
      bookEdits: () => readValues(file),
      metadataSource: 'plugin:import-comicrack',
      readings: () => readComicrackReadings(file),
      personal: () => readComicrackPersonal(file),
      lists: () => readComicrackLists(file),
      covers: () => [],
      leftOut: () => listLeftOut(file),
      close: () => undefined,
    }
  },
}

/**
 * Identifies the library by its own ID. Old versions have none, so the ID of the first comic is
 * used.
 */
function identify(file: string): string {
  const [, id] = /<ComicDatabase\b[^>]*\sId="([^"]{1,100})"/.exec(readTextStart(file)) ?? []
  if (id !== undefined && /[1-9a-f]/i.test(id)) return createInstance([{ id }])
  for (const comic of readComics(file)) return createInstance([{ id: comic.id }])
  return createInstance([])
}

function* readBooks(file: string): Generator<ForeignBook> {
  for (const { id, path, field } of readComics(file)) {
    const pageCount = asInteger(field('PageCount'))
    yield {
      foreignId: id,
      libraryId: null,
      path,
      size: asSize(field('FileSize')),
      partialMd5: null,
      pageCount: pageCount !== null && pageCount > 0 ? pageCount : null,
      seriesId: null,
      seriesTitle: field('Series')?.slice(0, 500) ?? '',
      number: asReal(field('Number')),
    }
  }
}

function* readValues(file: string): Generator<ForeignBookEdits> {
  for (const { id, field } of readComics(file)) {
    const edits = readComicValues((name) => field(name === 'GTIN' ? 'ISBN' : name))
    if (Object.keys(edits).length > 0) yield { bookId: id, edits }
  }
}

function listLeftOut(file: string): Message[] {
  const name = sourceNames.comicrack
  return [
    leftOutMessages.no_reading_times({ name }),
    ...listCounted(name, [
      [countUndatedComics(file), leftOutMessages.undated_books],
      [countSmartLists(file), leftOutMessages.smart_collections],
    ]),
  ]
}
