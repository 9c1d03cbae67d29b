/**
 * Finds the series that a root folder is named after, for files whose names do not contain a
 * series. Pure.
 */
import { basename } from 'node:path'
import { bound } from './folder-groups'
import { describeFolder } from './folder-names'
import { findRole, isShelf } from './folder-roles'
import { groupingMessages } from './messages'
import { buildNameKey, foldSeriesName } from './series-keys'
import type { Group, NamedFile } from './strategy'

/** Names of root folders by ID. */
export type RootNames = ReadonlyMap<string, string>

export const buildRootNames = (roots: readonly { id: string; path: string }[]): RootNames =>
  new Map(roots.map(({ id, path }) => [id, basename(path)]))

/** General words in folder names, which do not identify a series. */
const generalWords = new Set(
  (
    'a all alle and archive archives archiv backup content data daten digital disk documents dokumente ' +
    'downloaded drive files file folder for general graphic home light local main media ' +
    'medien meine mein mes mis mnt mount my nas of other others our private public raid server share ' +
    'shared stuff storage temp the tmp und unser unsere usb user users volume zip'
  ).split(' '),
)

const isGeneralWord = (word: string) =>
  generalWords.has(word) || isShelf(word) || /^\d+$/.test(word)

/** Returns whether the name does not identify a series, as in `Manga` or `Volume 1`. */
const isGeneral = (name: string, title: string) =>
  isShelf(title) ||
  findRole(name, '') !== 'series' ||
  foldSeriesName(title).split(' ').every(isGeneralWord)

/** Returns undefined if the root is not named after a series. */
export function groupByRoot({ rootId, rootName, read }: NamedFile): Group | undefined {
  if (rootName === null) return undefined
  const described = describeFolder(rootName)
  if (isGeneral(rootName, described.title)) return undefined
  const title = bound(described.title)
  return {
    key: buildNameKey(rootId, '', title),
    title,
    year: read().year ?? described.year,
    folder: '',
    by: 'name',
    because: groupingMessages.from_root(),
  }
}
