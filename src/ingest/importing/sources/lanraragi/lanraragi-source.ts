/**
 * Reads a backup of LANraragi, or its list of archives (`/api/archives`), which has the reading
 * progress that the backup lacks.
 */
import type { Message } from '../../../../platform/messages/message'
import { leftOutMessages } from '../../messages'
import { type ForeignList, type OpenSource, sourceNames } from '../../neutral-form'
import { listCounted } from '../left-out'
import { asList, asObject, type ForeignObject, listObjects } from '../values/foreign-json'
import { asText } from '../values/foreign-values'
import { createNameless } from '../nameless-person'
import { createInstance, type TextReader } from '../source-reader'
import { readJsonFile } from '../text/json-file'
import { refuseDamaged } from '../text/text-file'
import {
  type Archive,
  countUndatedArchives,
  readArchiveRatings,
  readArchiveReadings,
  readArchives,
  readArchiveValues,
  readerId,
  toForeignBook,
} from './lanraragi-archives'

const kind = 'lanraragi'
const backupStart = /^\s*\{\s*"(archives|categories|tankoubons|stamps)"\s*:/
const listStart = /^\s*\[\s*\{.*"(arcid|isnew|lastreadtime|pagecount|progress)"\s*:/s

export const lanraragiReader: TextReader = {
  kind,
  fileNames: ['backup.json', 'archives.json'],
  recognizes: (start) => {
    const text = start.replace(/^\uFEFF/, '')
    return backupStart.test(text) || listStart.test(text)
  },
  open(path): OpenSource {
    const given = readJsonFile(path, kind)
    const backup = asObject(given) ?? {}
    const listed = Array.isArray(given) ? given : backup['archives']
    if (!Array.isArray(listed)) return refuseDamaged(kind, 'it lists no archives')
    const archives = readArchives(listed)
    return {
      kind,
      instance: identify(archives),
      version: '?',
      libraries: [],
      people: [createNameless(readerId, kind)],
      books: () => archives.map(toForeignBook),
      series: () => [],
      bookEdits: () => readArchiveValues(archives),
      metadataSource: `plugin:import-${kind}`,
      readings: () => readArchiveReadings(archives),
      personal: () => readArchiveRatings(archives),
      lists: () => readLists(backup),
      covers: () => [],
      leftOut: () => listLeftOut(backup, archives),
      close: () => undefined,
    }
  },
}

/**
 * Uses the smallest archive ID, because the backup and the list of archives must identify the same
 * installation.
 */
function identify(archives: readonly Archive[]): string {
  const [first] = archives.map(({ id }) => id).toSorted()
  return createInstance(first === undefined ? [] : [{ id: first }])
}

/** Yields categories and tankoubons. In LANraragi, all users share them. */
function* readLists(backup: ForeignObject): Generator<ForeignList> {
  const tables = [
    ['categories', 'catid', false],
    ['tankoubons', 'tankid', true],
  ] as const
  const seen = new Set<string>()
  for (const [table, key, isOrdered] of tables) {
    for (const one of listObjects(backup[table])) {
      const foreignId = asText(one[key], 100)
      const name = asText(one['name'], 200)?.trim()
      const itemIds = readIds(one['archives'])
      if (!foreignId || !name || itemIds.length === 0 || seen.has(foreignId)) continue
      seen.add(foreignId)
      const summary = asText(one['summary'])?.trim() || null
      const owner = { ownerId: null, isPublic: true }
      yield { foreignId, kind: 'readlist', name, summary, isOrdered, ...owner, itemIds }
    }
  }
}

function readIds(given: unknown): string[] {
  const ids = asList(given).filter((id) => typeof id === 'string')
  return [...new Set(ids.map((id) => id.toLowerCase()))].filter((id) => /^[0-9a-f]{40}$/.test(id))
}

function listLeftOut(backup: ForeignObject, archives: readonly Archive[]): Message[] {
  const name = sourceNames.lanraragi
  const searches = listObjects(backup['categories']).filter((one) => one['search'])
  return [
    ...('archives' in backup ? [leftOutMessages.no_progress({ name })] : []),
    ...listCounted(name, [
      [countUndatedArchives(archives), leftOutMessages.undated_books],
      [searches.length, leftOutMessages.smart_collections],
    ]),
  ]
}
