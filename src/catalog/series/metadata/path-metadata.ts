/** Series metadata from paths and parsing rules. */
import { loadNaming } from '../../corrections/load-naming'
import type { Db } from '../../../platform/db/store'
import { type Naming, placeFile, readFile } from '../../../media/naming/naming'
import type { Group } from '../../../media/naming/strategy'
import type { CollectedMetadata } from './collect-metadata'
import type { Author } from '../schema'

export interface PathMetadata {
  title: string
  year: number | null
  publisher?: string
  imprint?: string
  authors?: Author[]
}

export interface LocatedMetadata extends CollectedMetadata {
  fromPath: PathMetadata
  /** Source of a title that was set by a parsing rule, which takes priority over files. */
  corrected: string | undefined
}

export async function addPathMetadata(
  db: Db,
  collected: readonly CollectedMetadata[],
): Promise<LocatedMetadata[]> {
  const namings = new Map<string, Naming>()
  const placed: LocatedMetadata[] = []
  for (const one of collected) {
    const { libraryId, rootId, relativePath: path, files } = one
    const naming = namings.get(libraryId) ?? (await loadNaming(db, libraryId))
    namings.set(libraryId, naming)
    placed.push(addGroup(one, placeFile(naming, readFile(naming, { rootId, path }, files))))
  }
  return placed
}

function addGroup(collected: CollectedMetadata, group: Group): LocatedMetadata {
  const { title, corrected } = group
  const placed = { ...collected, corrected, fromPath: getPathMetadata(group) }
  if (corrected === undefined) return placed
  const { offer, sources } = collected
  return { ...placed, offer: { ...offer, title }, sources: { ...sources, title: corrected } }
}

function getPathMetadata({ title, year, publisher, imprint, author }: Group): PathMetadata {
  return {
    title,
    year,
    ...(publisher !== undefined && { publisher }),
    ...(imprint !== undefined && { imprint }),
    ...(author !== undefined && { authors: [{ name: author, role: 'author' }] }),
  }
}
