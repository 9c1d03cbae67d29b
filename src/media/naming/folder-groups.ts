/**
 * Functions that group files by whole folder, or by name within a folder. Shared by several
 * strategies. Pure.
 */
import { getBaseName } from '../../platform/lib/path-names'
import type { ParsedName } from '../filenames/filenames'
import type { Message } from '../../platform/messages/message'
import { describeFolder } from './folder-names'
import { groupingMessages } from './messages'
import { buildFolderKey, buildNameKey } from './series-keys'
import type { Group, NamedFile } from './strategy'

export function groupWholeFolder(file: NamedFile, folder: string, because: Message): Group {
  const described = describeFolder(getBaseName(folder))
  return { ...described, key: buildFolderKey(file.rootId, folder), folder, by: 'folder', because }
}

/** Groups files outside series folders by name. */
export function groupByNameWithin({ rootId, read, stem }: NamedFile, folder: string): Group {
  const parsed = read()
  const title = bound(parsed.series ?? findSeason(parsed) ?? stem)
  return {
    key: buildNameKey(rootId, folder, title),
    title,
    year: parsed.year,
    folder,
    by: 'name',
    because: groupingMessages.from_name(),
  }
}

/** Keeps the chapters of a season without a series together, as in `S1 - Chapter 13`. */
const findSeason = ({ explain }: ParsedName): string | undefined =>
  explain.find(({ field, rule }) => field === 'season' && rule === 'S01')?.text

const maxTitle = 500
export const bound = (text: string) => text.slice(0, maxTitle).toWellFormed()
