/** Series metadata from files and the path, as input to the metadata engine. */
import { describeFolder } from '../../../media/naming/folder-names'
import type { Db } from '../../../platform/db/store'
import { getBaseName } from '../../../platform/lib/path-names'
import type { FileValues } from '../../metadata/field-table'
import type { Stored } from '../queries'
import { type CollectedMetadata, collectFileMetadata } from './collect-metadata'
import { addPathMetadata, type PathMetadata } from './path-metadata'

/** Loads values from files. Without books, only the title in the group key is known. */
export async function loadFileValues(db: Db, { series }: Stored): Promise<FileValues> {
  const [found] = await addPathMetadata(db, await collectFileMetadata(db, [series.id]))
  if (found) return buildFileValues(found)
  const { title } = describeFolder(getBaseName(series.groupKey))
  return { values: { title }, sources: { title: 'path' } }
}

type Collected = Pick<CollectedMetadata, 'offer' | 'sources' | 'partSources'> & {
  fromPath: PathMetadata
} & Pick<CollectedMetadata, 'genres' | 'tags' | 'alternateTitles' | 'externalLinks'>

/** Combines values from files and the path. Values from files take priority. */
export function buildFileValues(found: Collected): FileValues {
  const { offer, sources: offered, partSources, fromPath } = found
  const { genres, tags, alternateTitles, externalLinks } = found
  const values: Record<string, unknown> = { genres, tags, alternateTitles, externalLinks }
  const sources: Record<string, string | undefined> = { ...partSources }
  const guessed: Partial<Record<string, unknown>> = { ...fromPath }
  for (const [name, value] of Object.entries(offer)) {
    const best: unknown = value ?? guessed[name] ?? null
    values[name] = best
    if (best !== null) sources[name] = offered[name] ?? 'path'
  }
  return { values, sources }
}
